"""What a release is made of: the package's data, its licences, its list of parts, its checks."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest
from babel.messages.pofile import read_po
from packaging.utils import canonicalize_name

import firmware_host
from docs.release import checklist, package, parts, payload, sources, version
from docs.release.bill import bill
from docs.release.copyright import copyright_file
from docs.release.man_page import man_page
from docs.release.parts import FROM_DEBIAN, LEFT_OUT, Part, closure, read_part
from firmware_host.cli import commands
from firmware_host.setup import paths
from firmware_host.setup.update.package import SIGNED, SUMS, check_sum
from firmware_host.setup.update.record import UpdateError
from tests.languages import COMPLETE

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 11, 22, 17, 5, tzinfo=UTC)
RELEASE = version.Release("0.2.0", NOW, ("New.",))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CONTROL, PACKAGE = (
    message_from_string(text)
    for text in (ROOT / "debian/control").read_text("utf-8").split("\n\n", 1)
)
NO_32_BITS = (
    "tableside needs a 64-bit system: expected arm64 or amd64, got armhf. "
    "Write Raspberry Pi OS (64-bit) to the card.\n"
)
HERE = ("key", "tools", "manual")
"""Checks of what is on this computer, or of these sources only."""

PINNED = {
    canonicalize_name(name)
    for name in re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
}


def part(name: str, licence: str = "MIT", texts: tuple[str, ...] = ("Copyright 2020 Ann",)) -> Part:
    return Part(name, "1.0", licence, "https://example.org", "ab" * 32, texts, (name,))


def wheel(folder: Path, name: str, metadata: str) -> Path:
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with ZipFile(path, "w") as file:
        about = f"{name}-1.0.dist-info"
        file.writestr(f"{about}/METADATA", f"Name: {name}\nVersion: 1.0\n{metadata}\n\nText.\n")
        file.writestr(f"{about}/licenses/LICENSE", "Copyright (c) 2020 Ann\n\nDo what you want.")
        file.writestr(f"{name}/__init__.py", "")
    return path


def test_the_manual_page_has_every_command_with_its_arguments() -> None:
    page = man_page("0.2.0", NOW)
    assert all(f"\n.SS tableside {name}" in page for name in commands.names())
    assert "\n.B \\-\\-wiring PROFILE|FILE\n" in page
    assert not re.search(r"^[^.].*(?<!\\)--", page, re.MULTILINE)


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
def test_man_reads_the_page_without_a_warning(tmp_path: Path) -> None:
    page = tmp_path / "tableside.1"
    page.write_text(man_page("0.2.0", NOW), encoding="utf-8")
    shown = subprocess.run(
        ["man", "--warnings", "--local-file", page], capture_output=True, text=True, check=True
    )
    assert shown.stderr == ""


def test_every_part_of_the_package_is_pinned() -> None:
    found = closure()
    assert {"gpiozero", "luma-oled", "textual", "starlette"} <= found
    assert found <= PINNED
    assert not found & {*FROM_DEBIAN, *LEFT_OUT}


def test_the_package_depends_on_what_the_project_requires() -> None:
    depends = PACKAGE["Depends"]
    assert f"python3 ({PROJECT['requires-python'].replace('>=', '>= ')})" in depends
    pillow = next(each for each in PROJECT["dependencies"] if each.startswith("Pillow"))
    assert f"{FROM_DEBIAN['pillow']} (>= {re.findall(r'>=([0-9.]+)', pillow)[0]})" in depends
    assert all(name in depends for name in FROM_DEBIAN.values())
    for needed in PROJECT["optional-dependencies"]["pi"]:
        assert f"python3-{needed.replace('>=', ' (>= ')})" in PACKAGE["Recommends"]


def test_one_package_serves_every_processor_and_release() -> None:
    assert PACKAGE["Architecture"] == "all"
    assert PACKAGE["XB-Tableside-Releases"] == "bookworm trixie"
    assert CONTROL["Maintainer"] == version.maintainer(ROOT)


@pytest.mark.parametrize(
    ("architecture", "ended", "said"),
    [
        ("arm64", 0, ""),
        ("amd64", 0, ""),
        ("armhf", 1, NO_32_BITS),
    ],
)
def test_apt_refuses_a_system_with_32_bits_before_it_changes_anything(
    tmp_path: Path, architecture: str, ended: int, said: str
) -> None:
    (tmp_path / "dpkg").write_text(f"#!/bin/sh\necho {architecture}\n")
    (tmp_path / "dpkg").chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", ROOT / "debian/tableside.preinst", "install"],
        env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (ended, said)


def test_the_command_of_the_package_says_in_one_line_where_it_can_run(tmp_path: Path) -> None:
    command, part = tmp_path / "bin" / "tableside", tmp_path / "lib" / "msgspec.py"
    for path, text in (command, payload.COMMAND), (part, "raise ImportError"):
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, command], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("tableside needs a 64-bit Debian 12 or 13")


def test_a_compiled_part_is_listed_once_for_each_system_and_its_licence_once(
    tmp_path: Path,
) -> None:
    names = [f"msgspec-1-cp{python}-{cpu}.whl" for python in (311, 313) for cpu in ("a", "x")]
    found = [part("tableside"), *(replace(part("msgspec"), file=name) for name in names)]
    listed = json.loads(bill(found, RELEASE))["components"]
    references = [each["bom-ref"] for each in listed if each["name"] == "msgspec"]
    assert references == [f"pkg:pypi/msgspec@1.0?file_name={name}" for name in names]
    assert copyright_file(found, tmp_path).count("License: MIT-msgspec\n") == 1


@pytest.mark.parametrize("language", set(COMPLETE) - {"en"})
def test_what_the_package_asks_is_translated(language: str) -> None:
    with (ROOT / f"debian/po/{language}.po").open("rb") as file:
        catalogue = read_po(file, language)
    template = (ROOT / "debian/tableside.templates").read_text("utf-8")
    short, long = template.partition("_Description: ")[2].split("\n", 1)
    for text in (short, " ".join(long.split())):
        found = catalogue.get(text)
        assert found is not None, text
        assert found.string


def test_a_version_brings_what_is_added_to_the_unit_of_a_shared_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for work in ("download", "build"):
        monkeypatch.setattr(parts, work, lambda *_: None)
    monkeypatch.setattr(parts, "unpack", lambda *_: [])
    for text in ("bill", "copyright_file"):
        monkeypatch.setattr(payload, text, lambda *_: "")
    payload.fill(tmp_path, RELEASE)
    home = tmp_path / paths.RELEASES.lstrip("/") / RELEASE.version
    share = (home / Path(paths.SHARED).name).read_text("utf-8")
    assert share == (ROOT / "debian/share.conf").read_text("utf-8")


def test_the_package_makes_the_user_of_the_service() -> None:
    lines = (ROOT / "debian/tableside.sysusers").read_text("utf-8").splitlines()
    assert f'u {paths.USER} - "tableside, a companion for board games" {paths.STATE}' in lines


def test_the_command_finds_its_parts_beside_it_through_a_link(tmp_path: Path) -> None:
    home = tmp_path / "releases" / "1"
    main = home / "lib/firmware_host/cli/main.py"
    for folder in (home / "bin", main.parent):
        folder.mkdir(parents=True)
    main.write_text(
        "import os, sys\n"
        "def main(): print(os.environ['PYTHONPATH'], os.environ['TABLESIDE_GAMES'], *sys.path)\n"
    )
    command = home / "bin" / "tableside"
    command.write_text(payload.COMMAND.replace("/usr/bin/python3", sys.executable))
    command.chmod(0o755)
    (tmp_path / "tableside").symlink_to(command)
    shown = subprocess.run([tmp_path / "tableside"], capture_output=True, text=True, check=True)
    lib, found = str(home / "lib"), f"{paths.PROGRAM}/games"
    to_children, games_of_children, first, *_, last = shown.stdout.split()
    assert (to_children, games_of_children) == (lib, found)
    assert (first, last) == (lib, found), "a package of a game hides no module of Python"


def test_the_list_of_parts_names_each_with_version_sum_and_licence() -> None:
    listed = json.loads(bill([part("tableside"), part("luma-oled")], RELEASE))
    assert (listed["bomFormat"], listed["specVersion"]) == ("CycloneDX", "1.6")
    assert listed["metadata"]["timestamp"] == "2026-11-22T17:05:00Z"
    assert listed["metadata"]["component"]["version"] == "0.2.0"
    luma, *debian = listed["components"]
    assert luma["purl"] == "pkg:pypi/luma-oled@1.0"
    assert luma["licenses"] == [{"license": {"id": "MIT"}}]
    assert luma["hashes"] == [{"alg": "SHA-256", "content": "ab" * 32}]
    assert [each["name"] for each in debian] == [*FROM_DEBIAN.values()]
    references = {each["bom-ref"] for each in listed["components"]}
    assert set(listed["dependencies"][0]["dependsOn"]) == references


@pytest.mark.parametrize(
    ("metadata", "licence"),
    [("License-Expression: MIT", "MIT"), ("License: BSD-3-Clause", "BSD-3-Clause")],
)
def test_a_part_says_its_licence(tmp_path: Path, metadata: str, licence: str) -> None:
    found = read_part(wheel(tmp_path, "luma", metadata))
    assert (found.name, found.licence, found.folders) == (
        "luma", licence, ("luma", "luma-1.0.dist-info"),
    )  # fmt: skip
    assert found.texts == ("Copyright (c) 2020 Ann\n\nDo what you want.",)


def test_a_part_without_a_known_licence_is_not_shipped(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="luma"):
        read_part(wheel(tmp_path, "luma", "License: ask me"))


def test_debian_reads_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    listed = version.releases(changelog, NOW)
    text = version.debian_changelog(listed, "Ann <ann@example.org>")
    assert text.startswith(f"tableside ({listed[0].version}) unstable; urgency=medium\n\n  * ")
    assert text.endswith(f"-- Ann <ann@example.org>  {listed[-1].date:%a, %d %b %Y %X +0000}\n")
    assert listed[-1].version == "0.1.0"


def test_a_release_is_later_than_another_of_the_same_day() -> None:
    changelog = "".join(
        f"## [{name}] - 2026-11-22\n\n### Added\n\n- Something.\n\n" for name in ("0.2.1", "0.2.0")
    )
    newer, older = version.releases(changelog, NOW)
    assert (newer.version, older.version) == ("0.2.1", "0.2.0")
    assert newer.date > older.date


def test_the_citation_is_of_the_newest_release() -> None:
    assert firmware_host.__version__ in checklist.check_citation(ROOT)


def test_a_release_that_is_not_ready_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("debian", "firmware_host"):
        (tmp_path / folder).mkdir()
    for name in ("firmware_host/__init__.py", "CITATION.cff"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "debian/control").write_text("Maintainer: tableside <nobody@tableside.invalid>\n")
    (tmp_path / "CHANGELOG.md").write_text("## [Unreleased]\n\n- New.\n\n## [0.1.0] - 2026-11-21\n")
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    steps = {name: step for name, step in checklist.CHECKS.items() if name not in HERE}
    assert not checklist.passes(steps, tmp_path)
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[2][:6] for line in said] == ["ok, 0.", *["failed"] * 5]
    assert "the section Unreleased of CHANGELOG.md" in said[1]
    assert said[2].endswith("CHANGELOG.md ('0.1.0', '2026-11-21')")
    assert "line Maintainer of debian/control, as Name <name@host>" in said[3]
    assert "put the address of the project into README.md, pyproject.toml" in said[4]
    assert "commit or remove 4 files" in said[5]


def test_a_release_names_who_answers_for_it(tmp_path: Path) -> None:
    (tmp_path / "debian").mkdir()
    (tmp_path / "debian/control").write_text("Maintainer: Ann <ann@example.org>\n")
    assert checklist.check_maintainer(tmp_path) == "Ann <ann@example.org>"


@pytest.mark.parametrize(
    ("readme", "homepage", "is_ready"),
    [
        ("https://example.org/tableside", "https://example.org/tableside", True),
        ("https://tableside.invalid", "https://tableside.invalid", False),
        ("https://example.org/tableside", "https://tableside.invalid/sources", False),
        ("https://example.org/other", "https://example.org/tableside", False),
        ("", "https://example.org/tableside", False),
    ],
)
def test_a_release_says_where_the_project_is(
    tmp_path: Path, readme: str, homepage: str, is_ready: bool
) -> None:
    (tmp_path / "debian").mkdir()
    (tmp_path / "debian/control").write_text(f"Homepage: {homepage}\n")
    (tmp_path / "pyproject.toml").write_text(f'Homepage = "{homepage}"\n')
    (tmp_path / "README.md").write_text(f"and a place for questions: {readme} (here)\n")
    if is_ready:
        assert checklist.check_address(tmp_path) == homepage
    else:
        with pytest.raises(checklist.ReleaseError, match="put the address of the project"):
            checklist.check_address(tmp_path)


def test_every_file_that_says_where_the_project_is_says_it_once() -> None:
    stated = [
        address
        for name, shape in checklist.ADDRESSES.items()
        for address in shape.findall((ROOT / name).read_text(encoding="utf-8"))
    ]
    assert len(stated) == len(checklist.ADDRESSES)
    assert len(set(stated)) == 1


def test_the_first_build_that_fails_is_the_last(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = {"one": lambda _: "done", "two": fails, "three": lambda _: "done"}
    assert not checklist.builds(steps, tmp_path)
    assert capsys.readouterr().out == "one: ok, done\ntwo: failed: do this\n"


def fails(_: Path) -> str:
    raise checklist.ReleaseError("do this")


def test_a_package_that_cannot_be_built_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "debian").mkdir()
    monkeypatch.setattr(sources, "copied", lambda *_: tmp_path)
    monkeypatch.setattr(package, "BUILD", ("sh", "-c", "echo no rules; exit 2"))
    with pytest.raises(package.BuildError, match="^sh ended with 2:\nno rules$"):
        package.build(ROOT, tmp_path)


def test_what_lintian_says_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / checklist.RELEASE).mkdir(parents=True)
    (tmp_path / checklist.RELEASE / "tableside_1.0.0_all.deb").touch()
    lintian = tmp_path / "lintian"
    lintian.write_text("#!/bin/sh\necho W: tableside: no-manual-page\nexit 2\n")
    lintian.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(checklist.ReleaseError, match="with 2:\nW: tableside: no-manual-page"):
        checklist.check_package(tmp_path)


@pytest.mark.parametrize("second", [b"one", b"two"])
def test_a_second_build_must_make_the_same_bytes(
    second: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    released, again = tmp_path / checklist.RELEASE, tmp_path / "again"
    for folder, content in ((released, b"one"), (again, second)):
        folder.mkdir(parents=True)
        (folder / "a.whl").write_bytes(b"wheel")
        (folder / "a.deb").write_bytes(content)
    monkeypatch.setattr(checklist, "build_wheel", lambda *_: again / "a.whl")
    monkeypatch.setattr(checklist, "build", lambda *_: again / "a.deb")
    if second == b"one":
        assert checklist.check_bytes(tmp_path) == "wheel and package, built twice"
    else:
        with pytest.raises(checklist.ReleaseError, match=r"other bytes: a\.deb"):
            checklist.check_bytes(tmp_path)


def test_a_copy_of_the_sources_has_the_same_modes_wherever_they_were_cloned(
    tmp_path: Path,
) -> None:
    root = tmp_path / "root"
    subprocess.run(["git", "init", "--quiet", root], check=True)
    for name, mode in (("text", 0o664), ("program", 0o775), ("made.pyc", 0o664)):
        (root / name).touch()
        (root / name).chmod(mode)
    (root / ".gitignore").write_text("*.pyc\n")
    copy = sources.copied(root, tmp_path / "copy")
    modes = {path.name: path.stat().st_mode & 0o777 for path in copy.iterdir()}
    assert modes == {".gitignore": 0o644, "text": 0o644, "program": 0o755}


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_a_table_takes_the_signature_of_the_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, key = tmp_path / checklist.RELEASE, tmp_path / "key.pem"
    folder.mkdir(parents=True)
    (folder / "a.deb").write_bytes(b"package")
    checklist.make_sums(tmp_path)
    assert "RELEASE_KEY=key.pem" in checklist.check_key(tmp_path)
    assert checklist.make_signature(tmp_path) == "none"
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", key], check=True)
    monkeypatch.setenv("RELEASE_KEY", str(key))
    assert checklist.check_key(tmp_path) == str(key)
    assert checklist.make_signature(tmp_path) == SIGNED
    public = subprocess.run(
        ["openssl", "pkey", "-in", key, "-pubout"], capture_output=True, text=True, check=True
    )
    listed, signature = (folder / name for name in (SUMS, SIGNED))
    files = (listed.read_bytes(), signature.read_bytes(), public.stdout)
    check_sum("a.deb", b"package", *files)
    with pytest.raises(UpdateError):
        check_sum("a.deb", b"Package", *files)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_a_release_is_signed_by_the_key_that_the_package_brings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "debian").mkdir()
    for name in ("theirs", "ours"):
        openssl("genpkey", "-algorithm", "ed25519", "-out", str(tmp_path / name))
    public = tmp_path / "debian/update-key.pem"
    openssl("pkey", "-in", str(tmp_path / "theirs"), "-pubout", "-out", str(public))
    with pytest.raises(checklist.ReleaseError, match="RELEASE_KEY=key.pem make release"):
        checklist.check_key(tmp_path)
    monkeypatch.setenv("RELEASE_KEY", str(tmp_path / "ours"))
    with pytest.raises(checklist.ReleaseError, match="is not the private part"):
        checklist.check_key(tmp_path)


def openssl(*words: str) -> None:
    subprocess.run(["openssl", *words], check=True)


def test_the_sums_are_those_that_sha256sum_reads(tmp_path: Path) -> None:
    folder = tmp_path / checklist.RELEASE
    folder.mkdir(parents=True)
    (folder / "a.deb").write_bytes(b"")
    checklist.make_sums(tmp_path)
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert (folder / SUMS).read_text() == f"{empty}  a.deb\n"
