"""The hands at a practice table, which do what the display asks unless the visitor does it."""

from typing import Final

from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.throw import ThrowView
from firmware_host.screens.view import View
from firmware_host.simulator.desk import Desk
from firmware_host.simulator.key_presser import Press

PAUSE: Final = 0.7
"""Seconds in which the visitor can read what the hands do next."""


class PracticeHands:
    """Hands at ``desk`` that use its keys, dice and pieces, and nothing else.

    While the people at the desk do not move pieces by hand, these do every hand step by themselves.
    They throw for machine seats.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._view: View | None = None
        self._due_at: float | None = None
        self._throw: tuple[str | None] | None = None

    @property
    def deadline(self) -> float | None:
        """When :meth:`act` has something to do, in seconds; None if nothing."""
        return self._due_at if self._throw is None else self._desk.dice.free_at

    def throw(self, text: str | None) -> None:
        """Throw the dice, as ``text`` or by chance, as soon as the last throw is finished."""
        self._throw = (text,)

    def act(self) -> None:
        """Do what is due."""
        now, view = self._desk.pi.clock(), self._desk.people.view
        if view != self._view:
            self._view = view
            self._due_at = now + PAUSE if self._does_itself(view) else None
        if self._throw is not None and now >= self._desk.dice.free_at:
            (text,), self._throw = self._throw, None
            if text is None or not self._desk.dice.throw_as(text):
                self._desk.dice.throw()
        if self._due_at is not None and now >= self._due_at and self._desk.key_presser.is_idle:
            self._due_at = None
            key = self._carry_out(view)
            if key is not None:
                self._desk.key_presser.request(Press(key))

    def _does_itself(self, view: View | None) -> bool:
        if isinstance(view, ThrowView):
            is_machines = view.seat.index in view.layout.machines
            return is_machines and view.by_tray and view.dice == "waiting"
        return isinstance(view, HandStepView | SetUpView) and not self._desk.people.moves_by_hand

    def _carry_out(self, view: View | None) -> str | None:
        """Do what ``view`` asks; return the key to press for it, None if there is none."""
        if not self._does_itself(view):
            return None
        if isinstance(view, ThrowView):
            self._desk.dice.throw()
            return None
        return "right" if isinstance(view, SetUpView) else "ok"
