"""What a contributor finds at the host of the sources names what there is."""

import json
import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
WORKFLOWS: Final = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS: Final = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))
MAKEFILE: Final = (ROOT / "Makefile").read_text("utf-8")
TARGETS: Final = {*re.findall(r"^([\w./-]+):", MAKEFILE, re.MULTILINE)}
TEXTS: Final = (".py", ".toml", ".js", ".css", ".html", ".yml", ".c", ".po")
"""The files that people write; what is generated is as it is."""


def written() -> list[Path]:
    """The files of the sources that people write; the test is skipped outside of a clone."""
    said = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if said.returncode or not said.stdout:
        pytest.skip("the list of files comes from git, and this is no clone")
    paths = (ROOT / name for name in said.stdout.split("\0") if name.endswith(TEXTS))
    return [path for path in paths if path.is_file()]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_runs_what_the_sources_have(workflow: Path) -> None:
    commands = re.findall(r"^ *- run: (.+)$", workflow.read_text("utf-8"), re.MULTILINE)
    made = [word for line in commands if line.startswith("make ") for word in line.split()[1:]]
    scripts = [line for line in commands if line.startswith(".")]
    assert made or scripts
    assert {*made} <= TARGETS
    assert all((ROOT / script).is_file() for script in scripts)


def test_every_change_is_checked_by_what_developers_run() -> None:
    text = (ROOT / ".github" / "workflows" / "check.yml").read_text("utf-8")
    assert "pull_request:" in text
    assert re.search(r"^ *- run: \.ci/run$", text, re.MULTILINE)


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_each_thing_once_and_needs_something(form: Path) -> None:
    text = form.read_text("utf-8")
    asked = re.findall(r"^    id: (\w+)$", text, re.MULTILINE)
    assert len(asked) == len({*asked}) > 3
    assert text.startswith("name: ")
    assert "required: true" in text


def test_the_container_and_the_hooks_use_what_the_makefile_makes() -> None:
    made = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    assert made["postCreateCommand"].removeprefix("make ") in TARGETS
    assert (ROOT / ".devcontainer" / made["build"]["dockerfile"]).is_file()
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    entries = re.findall(r"entry: \.venv/bin/([\w-]+)", hooks)
    lint = MAKEFILE.partition("\nlint:")[2].partition("\n\n")[0]
    assert entries
    assert all(f"/{tool}" in lint for tool in entries)


def test_files_are_as_the_editors_are_told() -> None:
    for path in written():
        text = path.read_bytes().decode("utf-8")
        assert "\r" not in text, path
        assert not text or text.endswith("\n"), path
        assert not re.search(r"[ \t]$", text, re.MULTILINE), path
