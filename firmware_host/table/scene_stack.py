"""Keeps the scene that is on the screen, and the scenes beneath it."""

from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar


class _Closable(Protocol):
    """What tells whether a scene is left when nobody presses a key for long."""

    times_out: ClassVar[bool]
    times_out_anywhere: ClassVar[bool]
    follows_beneath: ClassVar[bool]


S = TypeVar("S", bound=_Closable)


class _Covered(NamedTuple, Generic[S]):
    scene: S
    board_version: int


class SceneStack(Generic[S]):
    """The scene that is shown, over those that it covers.

    >>> from firmware_host.table.scenes.game_setup import Home, ResumeGame
    >>> stack = SceneStack(Home())
    >>> stack.cover(ResumeGame(), board_version=0)
    >>> stack.close(board_version=0)
    False
    >>> stack.shown
    Home(cursor=0)
    """

    def __init__(self, scene: S) -> None:
        self.shown = scene
        self._covered: list[_Covered[S]] = []

    def show(self, scene: S) -> None:
        """Show ``scene`` instead of the one that is shown; what lies beneath stays."""
        self.shown = scene

    def reset(self, scene: S) -> None:
        """Show ``scene`` with nothing beneath it."""
        self.shown = scene
        self._covered.clear()

    def cover(self, scene: S, board_version: int) -> None:
        """Show ``scene`` over the present one, which ``board_version`` of the board was seen by."""
        self._covered.append(_Covered(self.shown, board_version))
        self.shown = scene

    def close(self, board_version: int) -> bool:
        """Return to the scene beneath; True if the board has changed since it was covered."""
        covered = self._covered.pop()
        self.shown = covered.scene
        return covered.board_version != board_version

    def remove(self, scene: S) -> None:
        """Take ``scene`` from beneath the one that is shown, if it lies there."""
        self._covered = [covered for covered in self._covered if covered.scene is not scene]

    @property
    def all(self) -> tuple[S, ...]:
        """The shown scene and those beneath it, from the top."""
        return (self.shown, *(covered.scene for covered in reversed(self._covered)))

    def is_left_open(self, *, in_game: bool) -> bool:
        """Return whether the shown scene is left when nobody presses a key for long."""
        for scene in self.all:
            if scene.times_out_anywhere or (scene.times_out and in_game):
                return True
            if not scene.follows_beneath:
                break
        return False
