"""The kinds of steps of an installation: each can be checked, carried out and undone."""

from collections.abc import Callable, Sequence
from shlex import join
from typing import Protocol

from msgspec import Struct

from firmware_host.setup.boot_config import without_block
from firmware_host.setup.machine import Command, Machine
from firmware_host.setup.paths import BACKUP, SIGNATURE

Check = Callable[[Machine], bool]


class InstallStep(Protocol):
    """A step of an installation, with a unique ``name`` for the ledger."""

    @property
    def name(self) -> str:
        """The name in the ledger. Do not change it: older releases wrote it."""

    @property
    def why(self) -> str:
        """The reason for the step."""

    @property
    def doing(self) -> Sequence[str]:
        """The commands and changes of the step, one in each line."""

    @property
    def undoing(self) -> Sequence[str]:
        """The commands and changes that undo the step, one in each line."""

    @property
    def is_optional(self) -> bool:
        """Whether the installation continues if the step fails."""

    @property
    def is_checked(self) -> bool:
        """Whether :meth:`is_done`, called after :meth:`do`, shows that the step worked."""

    def is_done(self, machine: Machine) -> bool:
        """Return whether ``machine`` is in the wanted state already."""

    def do(self, machine: Machine) -> None:
        """Carry the step out, from its beginning if it was interrupted."""

    def undo(self, machine: Machine) -> None:
        """Undo the step as far as it was carried out."""


class CommandStep(Struct, frozen=True):
    """Commands ``to_do`` something unless ``done`` shows that it is done; others ``to_undo`` it.

    Without ``done`` the commands run every time. A step with ``is_preparation`` only helps the
    later steps that ``done`` is about. The table works without an ``is_optional`` step.
    """

    name: str
    why: str
    to_do: tuple[Command, ...]
    to_undo: tuple[Command, ...] = ()
    done: Check | None = None
    is_preparation: bool = False
    is_optional: bool = False

    @property
    def doing(self) -> Sequence[str]:
        return [*map(join, self.to_do)]

    @property
    def undoing(self) -> Sequence[str]:
        return [*map(join, self.to_undo)]

    @property
    def is_checked(self) -> bool:
        return self.done is not None and not self.is_preparation

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


class FileStep(Struct, frozen=True):
    """A file at ``path`` with ``text``; None leaves the file as it is.

    A file of somebody else at this path is renamed and comes back when the step is undone. The
    commands in ``then`` run after the file was written and after it was removed. Only root can read
    a file that ``is_secret``.
    """

    path: str
    why: str
    text: str | None
    then: tuple[Command, ...] = ()
    is_secret: bool = False
    is_checked = True
    is_optional = False

    @property
    def name(self) -> str:
        return f"file {self.path}"

    @property
    def doing(self) -> Sequence[str]:
        return [f"write {self.path}", *map(join, self.then)]

    @property
    def undoing(self) -> Sequence[str]:
        return [f"remove {self.path}, restore what was there before", *map(join, self.then)]

    def is_done(self, machine: Machine) -> bool:
        return self.text is None or machine.text(self.path) == self.text

    def do(self, machine: Machine) -> None:
        if machine.exists(self.path) and not self._is_ours(machine):
            machine.rename(self.path, self.path + BACKUP)
        if self.text is not None:
            machine.write(self.path, self.text, is_secret=self.is_secret)
        self._run_commands(machine)

    def undo(self, machine: Machine) -> None:
        if self._is_ours(machine):
            machine.remove(self.path)
        if machine.exists(self.path + BACKUP) and not machine.exists(self.path):
            machine.rename(self.path + BACKUP, self.path)
        self._run_commands(machine)

    def _is_ours(self, machine: Machine) -> bool:
        return (machine.text(self.path) or "").startswith(SIGNATURE)

    def _run_commands(self, machine: Machine) -> None:
        for command in self.then:
            machine.run(command)


class BlockStep(Struct, frozen=True):
    """A block in somebody else's file at ``path``: ``fill`` puts it into the text of the file.

    A copy of the file as it was stays beside it as long as the block is in.
    """

    name: str
    why: str
    path: str
    fill: Callable[[str], str]
    lines: tuple[str, ...] = ()
    is_checked = True
    is_optional = False

    @property
    def doing(self) -> Sequence[str]:
        copy = f"copy {self.path} to {self.path}{BACKUP}"
        return [copy, *(f"add to {self.path}: {line}" for line in self.lines)]

    @property
    def undoing(self) -> Sequence[str]:
        return [f"remove these lines from {self.path}, remove {self.path}{BACKUP}"]

    def is_done(self, machine: Machine) -> bool:
        text = machine.text(self.path) or ""
        return self.fill(text) == text

    def do(self, machine: Machine) -> None:
        text = machine.text(self.path) or ""
        if without_block(text) == text:
            machine.write(self.path + BACKUP, text)
        machine.write(self.path, self.fill(text))

    def undo(self, machine: Machine) -> None:
        text = machine.text(self.path)
        if text is not None and without_block(text) != text:
            machine.write(self.path, without_block(text))
        machine.remove(self.path + BACKUP)
