"""The list of all parts of the package for machines: a software bill of materials (CycloneDX 1.6).

The format: https://cyclonedx.org/docs/1.6/json/.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from docs.release.parts import FROM_DEBIAN, ROOT_PART, Part
from docs.release.version import Release

SPECIFICATION: Final = "1.6"


def bill(parts: Sequence[Part], release: Release) -> str:
    """Return the list of ``parts`` of ``release``.

    Parts that come from Debian are listed by the names of their packages, without versions: each
    system has its own.
    """
    inside = [_component(part) for part in parts if part.name != ROOT_PART]
    (root,) = (_component(part) for part in parts if part.name == ROOT_PART)
    root |= {"type": "application", "version": release.version}
    debian = [_from_debian(name) for name in FROM_DEBIAN.values()]
    components = [*inside, *debian]
    about = {
        "bomFormat": "CycloneDX",
        "specVersion": SPECIFICATION,
        "serialNumber": uuid5(NAMESPACE_URL, json.dumps([root, *components])).urn,
        "version": 1,
        "metadata": {"timestamp": f"{release.date:%Y-%m-%dT%H:%M:%SZ}", "component": root},
        "components": components,
        "dependencies": [
            {"ref": root["bom-ref"], "dependsOn": [each["bom-ref"] for each in components]}
        ],
    }
    return json.dumps(about, indent=1) + "\n"


def _component(part: Part) -> dict[str, Any]:
    file = f"?file_name={part.file}" if part.file else ""
    url = f"pkg:pypi/{part.name}@{part.version}{file}"
    home = [{"type": "website", "url": part.home}] if part.home else []
    return {
        "type": "library",
        "bom-ref": url,
        "name": part.name,
        "version": part.version,
        "hashes": [{"alg": "SHA-256", "content": part.sha256}],
        "licenses": [_licence(part.licence)],
        "purl": url,
        "externalReferences": home,
    }


def _from_debian(name: str) -> Mapping[str, str]:
    url = f"pkg:deb/debian/{name}"
    return {"type": "library", "bom-ref": url, "name": name, "purl": url}


def _licence(stated: str) -> Mapping[str, object]:
    """Return a licence, or several that all count, as the bill states it."""
    return {"expression": stated} if " AND " in stated else {"license": {"id": stated}}
