"""The Debian package in whole systems: installed, updated, removed and purged, without a network.

``make test-deb`` builds the systems and runs these tests. The sizes are printed.
"""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from docs.release import parts
from docs.release.checklist import LARGEST, LINTIAN
from tests.deb.chroot import Chroot
from tests.deb.conftest import A_GAME, GAME_BY_ITSELF, can_install, need
from tests.deb.packages import ROOT, Packages, version_of

FIRST = "Release 0.1.0"
"""The subject of the commit whose way of installing is taken over."""

FLEET = 'broker = "mqtt://localhost"\n'
TABLE = {
    "tableside.service", "tableside-update.service", "tableside-update.path",
    "media-tableside.automount",
}  # fmt: skip
ASKED: Mapping[tuple[str, ...], set[str]] = {
    ("--wiring", "waveshare-oled-hat"): TABLE,
    ("--web", "--fleet", "/root/fleet.toml"): {
        *TABLE, "tableside-web.service", "tableside-fleet.service",
    },
    ("--no-web", "--no-fleet"): TABLE,
}  # fmt: skip
"""What is asked of ``tableside install``, and the units that start with the Pi from then on."""

pytestmark = [pytest.mark.deep, can_install]


def test_two_builds_are_the_same_bytes(packages: Packages) -> None:
    assert packages["first"].read_bytes() == packages["second"].read_bytes()


def test_the_package_is_small(packages: Packages) -> None:
    size = packages["first"].stat().st_size
    print(f"\n{packages['first'].name}: {size:,} bytes")
    assert size <= LARGEST


def test_lintian_finds_no_error_and_no_warning_that_is_not_explained(packages: Packages) -> None:
    need("lintian")
    command = [*LINTIAN, str(packages["first"])]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_installed_offline_it_plays_and_purged_it_leaves_nothing(
    pi: Chroot, packages: Packages
) -> None:
    before = pi.files()
    pi.install(packages["first"])
    assert pi.run("tableside", "--version").startswith("tableside ")
    assert "game 1: " in pi.run(*GAME_BY_ITSELF)
    assert "complete" in pi.run(
        "bash", "-c",
        ". /usr/share/bash-completion/bash_completion; _completion_loader tableside; "
        "complete -p tableside",
    )  # fmt: skip
    pi.run("tableside", "install", "--wiring", "waveshare-oled-hat")
    pi.at(A_GAME).parent.mkdir()
    pi.at(A_GAME).write_text("a game")
    pi.run("apt-get", "remove", "--yes", "tableside")
    assert pi.at(A_GAME).read_text() == "a game"
    assert not pi.at("/opt/tableside").exists()
    pi.run("apt-get", "purge", "--yes", "tableside")
    assert differences(before, pi.files()) == {}


def test_a_unit_starts_with_the_pi_only_if_it_was_asked_for(pi: Chroot, packages: Packages) -> None:
    before = pi.files()
    pi.install(packages["first"])
    assert enabled(pi) == set()
    pi.at("/root/fleet.toml").write_text(FLEET)
    pi.at("/root/fleet.toml").chmod(0o600)
    for words, started in ASKED.items():
        pi.run("tableside", "install", *words)
        assert enabled(pi) == started
        verified = pi.run("systemd-analyze", "verify", "--man=no", *units(pi))
        assert verified == ""
    pi.run("apt-get", "purge", "--yes", "tableside")
    assert differences(before, pi.files()) == {}


def test_the_answer_to_debconf_and_the_command_end_in_the_same_state(
    pi: Chroot, tmp_path: Path, packages: Packages, request: pytest.FixtureRequest
) -> None:
    answered = Chroot(tmp_path / "answered", request.node.callspec.params["pi"])
    preseed = "tableside tableside/wiring string waveshare-oled-hat"
    answered.run("sh", "-c", f"echo {preseed} | debconf-set-selections")
    answered.install(packages["first"])
    pi.install(packages["first"])
    pi.run("tableside", "install", "--wiring", "waveshare-oled-hat")
    assert differences(pi.files(), answered.files()) == {}


def test_an_upgrade_keeps_the_choices_and_leaves_nothing_of_the_old_version(
    pi: Chroot, tmp_path: Path, packages: Packages, request: pytest.FixtureRequest
) -> None:
    pi.install(packages["first"])
    pi.run("tableside", "install", "--wiring", "waveshare-oled-hat")
    pi.install(packages["newer"])
    fresh = Chroot(tmp_path / "fresh", request.node.callspec.params["pi"])
    fresh.install(packages["newer"])
    fresh.run("tableside", "install", "--wiring", "waveshare-oled-hat")
    assert differences(fresh.files(), pi.files()) == {}


def test_it_takes_over_a_table_that_was_installed_as_0_1_0_said(
    pi: Chroot, packages: Packages
) -> None:
    before = pi.files()
    put_0_1_0_on(pi)
    assert pi.at("/opt/tableside/pyvenv.cfg").exists()
    pi.install(packages["first"])
    version = version_of(packages["first"])
    assert pi.at("/opt/tableside/current").readlink() == Path("releases", version)
    assert not pi.at("/usr/local/bin/tableside").exists()
    assert not pi.at("/etc/systemd/system/tableside.service").exists()
    assert "TABLESIDE_WIRING=waveshare-oled-hat" in pi.at("/etc/tableside/service.conf").read_text()
    assert "LANGUAGE=ru" in pi.at("/etc/tableside/service.conf").read_text()
    pi.run(*GAME_BY_ITSELF)
    pi.run("apt-get", "purge", "--yes", "tableside")
    assert differences(before, pi.files()) == {}


def test_another_python_of_the_system_compiles_the_modules_anew(
    pi: Chroot, packages: Packages
) -> None:
    pi.install(packages["first"])
    assert "python3-minimal" in pi.run("dpkg", "--search", "/usr/bin/python3")
    modules = pi.at("/opt/tableside/current/lib")
    before = {path.relative_to(modules) for path in modules.rglob("*.pyc")}
    assert len(before) > 500
    for path in modules.rglob("*.pyc"):
        path.rename(path.with_name(f"{path.name.partition('.')[0]}.cpython-310.pyc"))
    # what dpkg does when a package has brought another /usr/bin/python3
    pi.run("dpkg-trigger", "--by-package=python3-minimal", "--no-await", "/usr/bin/python3")
    pi.run("dpkg", "--configure", "--pending")
    assert {path.relative_to(modules) for path in modules.rglob("*.pyc")} == before
    assert pi.run("dpkg", "--audit") == ""


def test_it_is_removed_and_purged_twice_with_its_folder_mounted_and_in_use(
    pi: Chroot, packages: Packages
) -> None:
    """The folder with the games is a mount of its own, and somebody runs something as the user."""
    before = pi.files()
    pi.install(packages["first"])
    pi.run("tableside", "install", "--wiring", "waveshare-oled-hat")
    said = pi.run_mounted(
        "/var/lib/tableside",
        "echo a game > /var/lib/tableside/000001.journal; "
        "chown -R tableside:tableside /var/lib/tableside; "
        "setpriv --reuid=tableside --regid=tableside --clear-groups sleep 1000 & "
        "sleep 1; "
        "apt-get remove --yes tableside && cat /var/lib/tableside/000001.journal && "
        "apt-get remove --yes tableside && apt-get purge --yes tableside && "
        "ls -A /var/lib/tableside && dpkg --purge tableside; "
        "echo ended with $?; kill %1 || true",
    )
    assert "a game\n" in said
    assert "ended with 0" in said
    assert "/var/lib/tableside stays: is it mounted?" in said
    pi.at("/var/lib/tableside").rmdir()
    assert differences(before, pi.files()) == {}


def units(pi: Chroot) -> list[str]:
    """Return the names of all units of the table that there are in ``pi``."""
    return sorted(
        {
            file.name
            for place in ("/etc", "/usr/lib")
            for file in pi.at(f"{place}/systemd/system").glob("*tableside*.*")
            if file.is_file()
        }
    )


def enabled(pi: Chroot) -> set[str]:
    """Return the names of those that start with ``pi``."""
    return {file.name for file in pi.at("/etc/systemd/system").glob("*.wants/*tableside*")}


def put_0_1_0_on(pi: Chroot) -> None:
    """Install release 0.1.0 from its sources, in an environment, as its README said."""
    log = ["git", "log", "--format=%H", f"--grep=^{FIRST}$", "-1"]
    found = subprocess.run(log, cwd=ROOT, capture_output=True, text=True, check=True)
    commit = found.stdout.strip()
    if not commit:
        pytest.skip("the history does not go back to release 0.1.0")
    sources, wheels = pi.at("/root/tableside"), pi.at("/root/wheels")
    sources.mkdir()
    archive = subprocess.run(
        ["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    subprocess.run(["tar", "-C", sources, "-x"], input=archive.stdout, check=True)
    needed = [*parts.closure(extras=()), "pillow", "cbor2", "setuptools", "wheel"]
    pins = f"--constraint={ROOT / 'constraints.txt'}"
    with TemporaryDirectory() as scratch:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", pins]
        subprocess.run([*command, f"--dest={wheels}", *needed], cwd=scratch, check=True)
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/root/wheels"}
    environment = "/root/tableside/.venv"
    pi.run("python3", "-m", "venv", "--system-site-packages", environment)
    pi.run(f"{environment}/bin/pip", "install", "/root/tableside", **offline)
    # python3-lgpio is only in Raspberry Pi OS
    status = pi.at("/var/lib/dpkg/status")
    entry = "Package: python3-lgpio\nStatus: install ok installed\nArchitecture: all\n"
    status.write_text(
        f"{status.read_text()}\n{entry}Version: 0.2.2-1\nMaintainer: nobody\nDescription: pins\n"
    )
    chosen = ("--wiring", "waveshare-oled-hat", "--language", "ru")
    pi.run(f"{environment}/bin/tableside", "install", *chosen, **offline)


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """Return the paths that are not as ``before``, with how they were and are."""
    return {
        path: f"{before.get(path, 'nothing')} before, {after.get(path, 'nothing')} after"
        for path in sorted({*before, *after})
        if before.get(path) != after.get(path)
    }
