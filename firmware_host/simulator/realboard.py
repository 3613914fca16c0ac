"""The board on the table of the simulated people: what their hands have actually moved."""

from firmware_host.session import Session
from firmware_host.views import GuideView, View
from games.core import Piece
from games.steps import carry_out


class RealBoard:
    """Pieces that only hands move: each act that the screen asks for, when it is confirmed.

    When a game is begun or gone on with, the people set it up as it should stand.
    """

    def __init__(self) -> None:
        self.pieces: tuple[Piece, ...] = ()
        self._session: Session | None = None

    def set_up(self, session: Session | None) -> None:
        """Put the pieces of ``session`` on the board unless they are those on it already."""
        if session is not self._session:
            self._session = session
            self.pieces = session.standing() if session else ()

    def obey(self, view: View) -> None:
        """Do what the screen asks the hands to do, if it asks for an act at all.

        ValueError if the piece does not stand where the screen says.
        """
        if isinstance(view, GuideView):
            self.pieces = carry_out(self.pieces, (view.step,))
