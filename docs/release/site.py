"""Build the practice table that runs inside of a browser: ``python -m docs.release.site``.

It ends in ``build/site``: a folder of files that any web server serves. Python for the browser is
Pyodide, a package of npm; what else the program needs are wheels. All of it is in the folder, so
that a page asks nothing of another site.
"""

import gzip
import hashlib
import io
import json
import lzma
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Collection, Iterator
from html import escape
from pathlib import Path
from typing import Final

import firmware_host.features as listed
from firmware_host.features.practice.browser import PICTURES
from firmware_host.features.practice.browser_pages import PAGE, WORDS
from firmware_host.text import ENGLISH, LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.page_frame import head, page_folders, section_files, sections, unfilled
from firmware_host.web.server import STYLES
from firmware_host.web.static_pages import OPENING, page_body, rules_page
from games.core import Catalogue

ROOT: Final = Path(__file__).parents[2]
TARGET: Final = Path("build", "site")
PARTS: Final = Path("build", "site-parts")
PYODIDE: Final = Path("node_modules", "pyodide")
COMPILER: Final = Path("docs", "release", "compile_site.mjs")
TRIAL: Final = Path("docs", "release", "try_site.py")

WHEELS: Final = ("msgspec", "gpiozero", "colorzero", "starlette", "segno")
PLATFORM: Final = (
    *("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14"),
    *("--implementation", "cp", "--abi", "cp314", "--only-binary", ":all:", "--no-deps"),
)
"""What the wheels are for: Pyodide 314."""

FEATURES: Final = (
    *("own_games", "lessons", "exercises", "sharing", "positions", "practice", "review"),
)
"""The features that need no server, thread or process."""

LEFT_OUT: Final = (
    *("*.po", "*.pot", "*.c", "*.h", "py.typed", "__pycache__", "building", "static"),
    *("cli", "terminal", "fonts"),
)
"""Files and folders that no page needs."""

WHOLE: Final = ("games", "firmware_host")
"""The packages whose modules are loaded whenever people come to need them."""

CODECS: Final = ("aliases", "ascii", "cp437", "idna", "latin_1", "utf_8")

NEVER: Final = frozenset(
    """
    __hello__ __phello__ _pydatetime _pydecimal _pyio _pyrepl antigravity bdb cProfile cmd code
    codeop compileall configparser ctypes doctest ensurepip filecmp fileinput ftplib getopt
    getpass gpiozerocli graphlib idlelib imaplib lib2to3 mailbox modulefinder multiprocessing
    netrc nturl2path optparse pdb pickletools plistlib poplib profile pstats pty py_compile
    pyclbr pydoc pydoc_data rlcompleter runpy sched shelve smtplib socketserver sqlite3
    sre_compile sre_constants sre_parse symtable tabnanny tarfile this timeit tkinter trace
    tracemalloc tty turtle unittest venv wave webbrowser wsgiref xml xmlrpc zipapp
    """.split()
)
"""Modules of the standard library for which a page has no use."""

OF_SERVERS: Final = (
    *("concurrent/futures/process", "http/client", "http/cookiejar", "http/server"),
    *("firmware_host/setup/", "firmware_host/web/running", "firmware_host/web/table_client"),
    *("hardware/dice/bluetooth/", "hardware/firmware/", "hardware/input/", "hardware/link/"),
    *("gpiozero/pins/", "hardware/parts/", "segno/cli"),
    *map(
        "starlette/".__add__,
        "applications authentication config endpoints schemas staticfiles templating testclient"
        " middleware/authentication middleware/cors middleware/e middleware/gzip middleware/http"
        " middleware/opentelemetry middleware/sessions middleware/trusted middleware/wsgi".split(),
    ),
)
"""How the paths of modules begin that serve pages, set up a Pi or read its devices."""

AT_START: Final = tuple(f"firmware_host/{room}" for room in ("web", "app", "simulator", "setup"))
"""The rooms of which only what the first board needs comes before it."""

POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self';"
    " style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self';"
    " base-uri 'none'; form-action 'self'"
)

WORKER: Final = "site_worker.js"
"""What keeps the site in the browser; the folder of the site has it at its top."""

RULES: Final = "rules.{game}.{language}.html"


class SiteError(Exception):
    """The site cannot be built; the text says what to do."""


class PartsError(SiteError):
    """What the site is built from cannot be had here; the text says what."""


def build(catalogue: Catalogue, root: Path = ROOT) -> Path:
    """Build the site of the games of ``catalogue`` from the sources in ``root``.

    Return its folder.
    """
    target, parts, pyodide = root / TARGET, root / PARTS, root / PYODIDE
    for folder in (target, parts):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    _write_pages(catalogue, target)
    program = target / "program"
    program.mkdir()
    _write_python(pyodide, program)
    _write_program(root, pyodide, parts, program)
    _write_sizes(program)
    _write_worker(target)
    return target


def _write_pages(catalogue: Catalogue, target: Path) -> None:
    static = target / "static"
    for folder in reversed([*page_folders()]):
        shutil.copytree(folder, static, dirs_exist_ok=True)
    (target / "index.html").write_text(_first_page(), encoding="utf-8")
    (target / PAGE).write_text(_page_of_game(), encoding="utf-8")
    for name, language, text in _rules(catalogue):
        path = target / RULES.format(game=name, language=language)
        path.write_text(text, encoding="utf-8")
    (target / "rules").mkdir()
    (target / "rules" / "index.html").write_text(_way_to_rules(), encoding="utf-8")
    for name in catalogue.names():
        path = target / PICTURES.format(game=name)
        path.parent.mkdir(exist_ok=True)
        drawn = board_svg.drawing(catalogue.load(name).start(), catalogue.about(name).title)
        path.write_text(drawn, encoding="utf-8")


def _first_page() -> str:
    say = Language(ENGLISH)
    files = ("table.css", "practice.css", *STYLES, *section_files(), "in_browser.js", "table.js")
    first = page_body("table").format(opening=escape(say(OPENING)), sections=sections(say))
    return _guarded(head("tableside", say.code, *files) + _with_words(first))


def _page_of_game() -> str:
    """Return the page that shows the game in its address, once the program has come."""
    waiting = '<body><main><p id="connection" role="status"></p></main>\n</body>\n</html>\n'
    page = head("tableside", ENGLISH, "game_in_browser.js") + _with_words(waiting)
    return _guarded(page)


def _with_words(body: str) -> str:
    said = {code: Language(code) for code in LANGUAGES}
    each = {
        code: {name: unfilled(text, say) for name, text in WORDS.items()}
        for code, say in said.items()
    }
    words = json.dumps(each, ensure_ascii=False)
    data = f'<script type="application/json" id="inBrowser">{words}</script>\n</body>'
    return body.replace("</body>", data)


def _guarded(page: str) -> str:
    """Return ``page`` with what it may load, which no server says here."""
    policy = f'<meta http-equiv="content-security-policy" content="{POLICY}">\n'
    charset = '<meta charset="utf-8">\n'
    return page.replace(charset, charset + policy, 1)


def _rules(catalogue: Catalogue) -> Iterator[tuple[str, str, str]]:
    for name in catalogue.names():
        for language in LANGUAGES:
            yield name, language, _guarded(rules_page(catalogue, name, language))


def _way_to_rules() -> str:
    """Return the page that leads to the rules of the game in its address."""
    page = (
        head("tableside", ENGLISH, "rules_of.js", static="../static") + "<body></body>\n</html>\n"
    )
    return _guarded(page)


def _write_python(pyodide: Path, program: Path) -> None:
    shutil.copy(pyodide / "pyodide.mjs", program)
    for name in ("pyodide.asm.mjs", "pyodide.asm.wasm"):
        content = (pyodide / name).read_bytes()
        (program / f"{name}.gz").write_bytes(gzip.compress(content, mtime=0))
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (program / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}))


def _write_program(root: Path, pyodide: Path, parts: Path, program: Path) -> None:
    app, library, rest = parts / "app", parts / "library", parts / "rest"
    _collect(root, parts / "wheels", app)
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as packed:
        packed.extractall(library)
    loaded = frozenset(json.loads(_in_pyodide("try", app, root / TRIAL).splitlines()[-1]))
    _set_aside(app, rest, lambda path: _is_needed(path, loaded))
    _set_aside(library, rest, lambda path: _is_of_library(path, loaded))
    begun = {_top(name) for name in json.loads(_in_pyodide("begin").splitlines()[-1])}
    _set_aside(library, app, lambda path: _top(_module(path)) in begun)
    _remove(rest, _is_useless)
    _in_pyodide("compile", app, library, rest)
    zipped = gzip.compress(_packed(library), mtime=0)
    (program / "python_stdlib.zip.gz").write_bytes(zipped)
    for folder, name in ((app, "app.zip.xz"), (rest, "rest.zip.xz")):
        smallest = lzma.compress(_packed(folder), preset=9 | lzma.PRESET_EXTREME)
        (program / name).write_bytes(smallest)


def _collect(root: Path, wheels: Path, app: Path) -> None:
    """Put into ``app`` what the program in the browser consists of."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
    pins = ("-c", str(root / "constraints.txt"), "--dest", str(wheels))
    try:
        _run((*pip, *pins, *PLATFORM, *WHEELS), "the site needs its wheels")
    except SiteError as error:
        raise PartsError(str(error)) from error
    for wheel in wheels.iterdir():
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(app)
    for package in ("games", "hardware", "firmware_host"):
        shutil.copytree(root / package, app / package, ignore=shutil.ignore_patterns(*LEFT_OUT))
    features = app / "firmware_host" / "features"
    for path in (*app.glob("*.dist-info"), *features.iterdir()):
        if path.is_dir() and path.name not in FEATURES:
            shutil.rmtree(path)
    (features / "__init__.py").write_text(f"NAMES = {FEATURES!r}\n", encoding="utf-8")


def _set_aside(folder: Path, rest: Path, is_needed: Callable[[Path], bool]) -> None:
    """Move the sources in ``folder`` that are not needed for the first board to ``rest``."""
    for path in folder.rglob("*.py"):
        place = path.relative_to(folder)
        if not is_needed(place):
            (rest / place).parent.mkdir(parents=True, exist_ok=True)
            path.rename(rest / place)


def _remove(folder: Path, is_useless: Callable[[Path], bool]) -> None:
    for path in [*folder.rglob("*.py")]:
        if is_useless(path.relative_to(folder)):
            path.unlink()


def _is_useless(path: Path) -> bool:
    """Return whether no page needs the module: also codecs for texts that no page has."""
    is_of_others = path.parts[0] == "encodings" and path.stem not in CODECS
    return is_of_others or _top(_module(path)) in NEVER or path.as_posix().startswith(OF_SERVERS)


def _top(module: str) -> str:
    return module.partition(".")[0]


def _module(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _is_needed(path: Path, loaded: Collection[str]) -> bool:
    is_whole = path.parts[0] in WHOLE and not path.is_relative_to("firmware_host/web")
    is_late = any(path.is_relative_to(room) for room in AT_START)
    return _module(path) in loaded or (is_whole and not is_late)


def _is_of_library(path: Path, loaded: Collection[str]) -> bool:
    """Return whether a module of the standard library is needed for the first board."""
    is_codec = path.parts[0] == "encodings" and path.stem in CODECS
    return _module(path) in loaded or is_codec or "pyodide" in path.parts[0]


def _in_pyodide(*arguments: object) -> str:
    compiler = ("node", str(ROOT / COMPILER), *map(str, arguments))
    return _run(compiler, "Node.js 20 or newer has to run the program once")


def _run(command: tuple[str, ...], need: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-5:]
        raise SiteError("\n".join((f"{need}: {command[0]} ended with {done.returncode}", *last)))
    return done.stdout


def _packed(folder: Path) -> bytes:
    """Return what is in ``folder`` as an archive, in the same order and with the same times.

    Its parts are not compressed: as a whole it becomes smaller.
    """
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(folder.rglob("*"), key=lambda each: (each.suffix, each)):
            if path.is_file():
                packed.writestr(zipfile.ZipInfo(str(path.relative_to(folder))), path.read_bytes())
    return archive.getvalue()


def _write_sizes(program: Path) -> None:
    """Write how many bytes the page has to wait for, and which files lie there compressed."""
    first = (each for each in program.iterdir() if each.name != "rest.zip.xz")
    counted = [each for each in first if each.suffix in (".gz", ".xz", ".json")]
    packed = {path.stem: True for path in program.glob("*.gz")}
    sizes = {"total": sum(path.stat().st_size for path in counted), "packed": packed}
    (program / "sizes.json").write_text(json.dumps(sizes), encoding="utf-8")


def _write_worker(target: Path) -> None:
    """Write what keeps the site in the browser, with the names of its files and their version."""
    files = sorted(path for path in target.rglob("*") if path.is_file())
    summed = hashlib.sha256()
    for path in files:
        summed.update(f"{path.relative_to(target)} {_sum(path)}\n".encode())
    names = ["./", "rules/", *(path.relative_to(target).as_posix() for path in files)]
    site = json.dumps({"version": summed.hexdigest()[:16], "files": names})
    source = (target / "static" / WORKER).read_text(encoding="utf-8")
    (target / "worker.js").write_text(f"globalThis.SITE = {site};\n{source}", encoding="utf-8")


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def use_features() -> None:
    """Let pages have the parts of those features alone that the program in the browser has."""
    listed.NAMES = FEATURES  # type: ignore[misc]  # in this process, before anything reads it


if __name__ == "__main__":
    import games

    if shutil.which("node") is None or not (ROOT / PYODIDE).is_dir():
        print("skipped: the site needs Node.js 20 or newer and npm, which brings Pyodide")
        sys.exit()
    use_features()
    try:
        folder = build(games)
    except PartsError as error:
        print(f"skipped: {error}")
        sys.exit()
    except SiteError as error:
        sys.exit(str(error))
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder}: {size / 1e6:.1f} MB")
