"""A version that was found for the table."""

from dataclasses import dataclass

from firmware_host.setup.update.versions import is_newer


@dataclass(frozen=True)
class FoundUpdate:
    """A package on the stick: the ``name`` of its file and its ``version``; ``before`` runs now."""

    name: str
    version: str
    before: str

    @property
    def is_older(self) -> bool:
        return not is_newer(self.version, self.before)
