"""The kinds of steps of an installation: each can be looked at, carried out and taken back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from shlex import join
from typing import Protocol

from firmware_host.install.boot_config import without_block
from firmware_host.install.machine import Command, Machine
from firmware_host.install.paths import ASIDE, SIGNATURE

Look = Callable[[Machine], bool]


class Step(Protocol):
    """A step: its ``name``, unlike any other's, and ``why`` it is needed."""

    @property
    def name(self) -> str:
        """What it is about."""

    @property
    def why(self) -> str:
        """What it is good for."""

    @property
    def doing(self) -> Sequence[str]:
        """The commands and changes it consists of, a line each."""

    @property
    def undoing(self) -> Sequence[str]:
        """Those that take it back."""

    @property
    def is_checked(self) -> bool:
        """Whether :meth:`is_done` tells, after :meth:`do`, if it worked."""

    def is_done(self, machine: Machine) -> bool:
        """Whether ``machine`` is already so."""

    def do(self, machine: Machine) -> None:
        """Carry it out, from the beginning if it was interrupted."""

    def undo(self, machine: Machine) -> None:
        """Take it back as far as it was carried out."""


@dataclass(frozen=True)
class Commands:
    """Commands to ``do`` something, unless ``done`` sees that it is so; others ``to_undo`` it.

    Without ``done`` they are carried out every time. What ``is_aid`` only helps later steps, which
    ``done`` is about.
    """

    name: str
    why: str
    to_do: tuple[Command, ...]
    to_undo: tuple[Command, ...] = ()
    done: Look | None = None
    is_aid: bool = False

    @property
    def doing(self) -> Sequence[str]:
        return [*map(join, self.to_do)]

    @property
    def undoing(self) -> Sequence[str]:
        return [*map(join, self.to_undo)]

    @property
    def is_checked(self) -> bool:
        return self.done is not None and not self.is_aid

    def is_done(self, machine: Machine) -> bool:
        return self.done is not None and self.done(machine)

    def do(self, machine: Machine) -> None:
        if not self.is_done(machine):
            for command in self.to_do:
                machine.run(command)

    def undo(self, machine: Machine) -> None:
        if self.done is None or self.done(machine):
            for command in self.to_undo:
                machine.run(command)


@dataclass(frozen=True)
class OwnFile:
    """A file at ``path`` that is to have ``text`` (None: it stays as it is, if it is there).

    What somebody else had there is kept aside and comes back. The commands in ``then`` make it
    known, after it was written and after it was taken away.
    """

    path: str
    why: str
    text: str | None
    then: tuple[Command, ...] = ()
    is_checked = True

    @property
    def name(self) -> str:
        return f"file {self.path}"

    @property
    def doing(self) -> Sequence[str]:
        return [f"write {self.path}", *map(join, self.then)]

    @property
    def undoing(self) -> Sequence[str]:
        return [f"remove {self.path}, put back what was there before", *map(join, self.then)]

    def is_done(self, machine: Machine) -> bool:
        return self.text is None or machine.text(self.path) == self.text

    def do(self, machine: Machine) -> None:
        if machine.exists(self.path) and not self._is_ours(machine):
            machine.rename(self.path, self.path + ASIDE)
        if self.text is not None:
            machine.write(self.path, self.text)
        self._tell(machine)

    def undo(self, machine: Machine) -> None:
        if self._is_ours(machine):
            machine.remove(self.path)
        if machine.exists(self.path + ASIDE) and not machine.exists(self.path):
            machine.rename(self.path + ASIDE, self.path)
        self._tell(machine)

    def _is_ours(self, machine: Machine) -> bool:
        return (machine.text(self.path) or "").startswith(SIGNATURE)

    def _tell(self, machine: Machine) -> None:
        for command in self.then:
            machine.run(command)


@dataclass(frozen=True)
class Block:
    """A block in a file of others at ``path``: ``fill`` puts it into the text of the file.

    The file as it was is kept beside it for as long as the block is in.
    """

    name: str
    why: str
    path: str
    fill: Callable[[str], str]
    lines: tuple[str, ...] = ()
    is_checked = True

    @property
    def doing(self) -> Sequence[str]:
        kept = f"copy {self.path} to {self.path}{ASIDE}"
        return [kept, *(f"add to {self.path}: {line}" for line in self.lines)]

    @property
    def undoing(self) -> Sequence[str]:
        return [f"take these lines out of {self.path}, remove {self.path}{ASIDE}"]

    def is_done(self, machine: Machine) -> bool:
        text = machine.text(self.path) or ""
        return self.fill(text) == text

    def do(self, machine: Machine) -> None:
        text = machine.text(self.path) or ""
        if without_block(text) == text:
            machine.write(self.path + ASIDE, text)
        machine.write(self.path, self.fill(text))

    def undo(self, machine: Machine) -> None:
        text = machine.text(self.path)
        if text is not None and without_block(text) != text:
            machine.write(self.path, without_block(text))
        machine.remove(self.path + ASIDE)
