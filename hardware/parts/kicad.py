"""Write the circuit board for KiCad 9, let KiCad check it, and make what a board maker needs.

``python -m hardware.parts.kicad FOLDER`` does so with the KiCad of this system;
``python -m hardware.parts.kicad FOLDER ROOT`` with that of a system in another folder. All files
are the same each time. Symbols and footprints are those of KiCad's libraries.
"""

import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from shutil import copyfile, rmtree
from tempfile import mkdtemp
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from hardware.parts import dimensions as mm
from hardware.parts.board import (
    BITE,
    BITES,
    GROUND,
    NAME,
    SENSOR,
    SENSOR_PINS,
    SUPPLY,
    Component,
    LaneReader,
    PartKind,
    board,
    outline,
)
from hardware.parts.made import Circle, Point

Node = Any
"""A list of names, texts and lists, as KiCad writes them in brackets."""
SHARE: Final = "usr/share/kicad"
ORIGIN: Final = (60.0, 60.0)
"""Where the corner of the reader is on KiCad's page."""
FLAG: Final = PartKind("power:PWR_FLAG", "")
"""Says that a net has power."""
FILL: Final = """
import pcbnew, sys
board = pcbnew.LoadBoard(sys.argv[1])
board.BuildConnectivity()
pcbnew.ZONE_FILLER(board).Fill(board.Zones())
board.Save(sys.argv[1])
"""
LAYERS: Final = {
    "F.Cu": 0, "B.Cu": 2, "F.Mask": 1, "B.Mask": 3, "F.SilkS": 5, "B.SilkS": 7, "F.Paste": 13,
    "B.Paste": 15, "Edge.Cuts": 25, "Margin": 27, "B.CrtYd": 29, "F.CrtYd": 31, "B.Fab": 33,
    "F.Fab": 35,
}  # fmt: skip
PLOTTED: Final = "F.Cu,B.Cu,F.Paste,F.SilkS,B.SilkS,F.Mask,B.Mask,Edge.Cuts"
DATED: Final = re.compile(r"CreationDate|^G04 Created by KiCad|^; DRILL file")
"""The lines of files for makers that are others at another time."""
ONCE: Final = (2026, 1, 1, 0, 0, 0)
MADE: Final = (f"{NAME}.zip", f"{NAME}-parts.csv", f"{NAME}-positions.csv", f"{NAME}.png")
"""What a maker needs, and the picture."""


class BoardError(Exception):
    """KiCad is not there, or found a fault in the board."""


class Bare(str):
    """A text that is written without quotation marks."""

    __slots__ = ()


def read(text: str) -> Node:
    """Return what stands in the brackets of ``text``.

    >>> read('(pad "1" (at 0 -1))')
    ['pad', '1', ['at', '0', '-1']]
    """
    stack: list[list[Node]] = [[]]
    for quoted, bracket, word in re.findall(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)', text):
        if bracket == "(":
            stack.append([])
        elif bracket:
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(Bare(word) if word else re.sub(r"\\(.)", r"\1", quoted))
    return stack[0][0]


def written(node: Node) -> str:
    """Return ``node`` in brackets.

    >>> written(read('(pad "1" (at 0 -1))'))
    '(pad "1" (at 0 -1))'
    """
    if isinstance(node, list):
        return f"({' '.join(map(written, node))})"
    if isinstance(node, str) and not isinstance(node, Bare):
        escaped = node.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return node if isinstance(node, Bare) else f"{round(node, 4):g}"


def _n(name: str, *values: Node) -> Node:
    return [Bare(name), *values]


def _bare(name: str, *words: str) -> Node:
    return [Bare(name), *map(Bare, words)]


def _id(*words: object) -> Node:
    return _n("uuid", str(uuid5(NAMESPACE_URL, "/".join(map(str, (NAME, *words))))))


def _all(node: Node, *names: str) -> Iterator[Node]:
    return (each for each in node if isinstance(each, list) and each[0] in names)


def _first(node: Node, name: str) -> Node:
    return next(_all(node, name))


def _place(name: str, place: Sequence[float], *turn: float) -> Node:
    """Return a place on KiCad's page, under a ``name``."""
    return _n(name, *(each + origin for each, origin in zip(place, ORIGIN, strict=True)), *turn)


def _font(size: float) -> Node:
    return _n("effects", _n("font", _n("size", size, size), _n("thickness", size * 0.15)))


def _library(share: Path, name: str) -> Node:
    """Return a footprint of KiCad's libraries, or our own."""
    if name == BITES:
        return _bites()
    library, _, footprint = name.partition(":")
    path = share / "footprints" / f"{library}.pretty" / f"{footprint}.kicad_mod"
    return read(path.read_text(encoding="utf-8"))


def _bites() -> Node:
    """Return the holes along which a head breaks off, as a footprint."""
    wide, apart, count = BITE
    size = _n("size", wide, wide), _n("drill", wide), _n("layers", "F&B.Cu", "*.Mask")
    places = [_n("at", apart * (each - (count - 1) / 2), 0) for each in range(count)]
    kind = Bare("np_thru_hole"), Bare("circle")
    texts = [
        _n("property", name, text, _n("at", 0, 0, 0), _n("layer", "F.Fab"), *_hidden(), _font(1))
        for name, text in (("Reference", "REF**"), ("Value", "Bites"))
    ]
    return _n(
        "footprint", "Bites", _bare("version", "20241229"), _n("generator", "tableside"),
        _n("layer", "F.Cu"), *texts, _bare("attr", "exclude_from_pos_files", "exclude_from_bom"),
        *(_n("pad", "", *kind, place, *size) for place in places),
    )  # fmt: skip


def _hidden() -> Sequence[Node]:
    return [_bare("hide", "yes")]


def _symbol(share: Path, name: str) -> Node:
    """Return a symbol of KiCad's libraries, whole also if it extends another; or our own."""
    if name == SENSOR.symbol:
        return [Bare("symbol"), name, *_sensor(share)[2:]]
    library, _, symbol = name.partition(":")
    text = (share / "symbols" / f"{library}.kicad_sym").read_text(encoding="utf-8")
    by_name = {each[1]: each for each in _all(read(text), "symbol")}
    found = by_name[symbol]
    for extended in _all(found, "extends"):
        whole = written(by_name[extended[1]]).replace(f'"{extended[1]}_', f'"{symbol}_')
        own = {each[1]: each for each in _all(found, "property")}
        found = [own.get(each[1], each) if each[0] == "property" else each for each in read(whole)]
    return [Bare("symbol"), name, *found[2:]]


def _sensor(share: Path) -> Node:
    """Return the symbol of the sensor: that of a like one, with the pads of this one."""
    like = _symbol(share, "Sensor_Proximity:CNY70")
    made = read(written([Bare("symbol"), "TCRT5000", *like[2:]]).replace("CNY70", "TCRT5000"))
    for pin in (pin for part in _all(made, "symbol") for pin in _all(part, "pin")):
        _first(pin, "number")[1] = SENSOR_PINS[_first(pin, "name")[1]]
    for text in _all(made, "property"):
        if text[1] in ("Footprint", "Datasheet", "Description"):
            text[2] = SENSOR.footprint if text[1] == "Footprint" else ""
    return made


def schematic(share: Path, made: LaneReader) -> str:
    """Return the schematic: a row for each lane; every pin carries the name of its net."""
    names = sorted({each.kind.symbol for each in made.components} | {FLAG.symbol})
    symbols = {name: _symbol(share, name) for name in names}
    body: list[Node] = []
    for number, each in enumerate(made.components):
        row, column = divmod(number, 15)
        place = 25.4 + column * 25.4, 30.48 + row * 38.1
        body += _drawn(each, symbols[each.kind.symbol], place)
    for number, net in enumerate((SUPPLY, GROUND)):
        flag = Component(f"#FLG0{number + 1}", "PWR_FLAG", FLAG, (0, 0), 0, {"1": net})
        body += _drawn(flag, symbols[FLAG.symbol], (228.6 + number * 25.4, 182.88))
    return written(_n(
        "kicad_sch", _bare("version", "20250114"), _n("generator", "tableside"), _id("sheet"),
        _n("paper", "A3"), _title(), _n("lib_symbols", *symbols.values()), *body,
        _n("sheet_instances", _n("path", "/", _n("page", "1"))),
    ))  # fmt: skip


def _title() -> Node:
    return _n("title_block", _n("title", "tableside lane reader"), _n("rev", "1"))


def _drawn(each: Component, symbol: Node, place: Point) -> Iterator[Node]:
    """Yield a part of the schematic, and the name of its net at each pin."""
    x, y = place
    pins = [pin for part in _all(symbol, "symbol") for pin in _all(part, "pin")]
    by_number = {_first(pin, "number")[1]: _first(pin, "at") for pin in pins}
    real = each.kind is not FLAG
    texts = (
        ("Reference", each.name, -14.5, [] if real else _hidden()),
        ("Value", each.value, 16.5, [] if real else _hidden()),
        ("Footprint", each.kind.footprint, 0, _hidden()),
    )
    sheet = _n("path", f"/{_id('sheet')[1]}", _n("reference", each.name), _n("unit", 1))
    yield _n(
        "symbol", _n("lib_id", each.kind.symbol), _n("at", x, y, 0), _n("unit", 1),
        *(_bare(name, "yes") for name in (("in_bom", "on_board") if real else ())), _id(each.name),
        *(_n("property", name, text, _n("at", x, y + down, 0), *hidden, _font(1.27))
          for name, text, down, hidden in texts),
        *(_n("pin", number, _id(each.name, number)) for number in by_number),
        _n("instances", _n("project", NAME, sheet)),
    )  # fmt: skip
    for number, (_, across, up, turn) in by_number.items():
        side = "left" if int(turn) in (180, 270) else "right"
        yield _n(
            "global_label", each.nets[number], _bare("shape", "passive"),
            _n("at", x + float(across), y - float(up), (int(turn) + 180) % 360),
            [*_font(1.27), _bare("justify", side)], _id(each.name, number, "label"),
        )  # fmt: skip


def layout(share: Path, made: LaneReader) -> str:
    """Return the layout, not yet filled with copper."""
    names = sorted({net for each in made.components for net in each.nets.values()})
    nets = {"": 0} | {name: number for number, name in enumerate(names, 1)}
    holes = [
        Component(each.name, "", PartKind("", each.footprint), each.place, 0, {})
        for each in made.holes
    ]
    body = [
        *(_n("net", number, name) for name, number in nets.items()),
        *(_footprint(share, each, nets) for each in (*made.components, *holes)),
        *_edges(), *_copper(made, nets), *_printed(made), *_pours(made, nets), *_free(made),
    ]  # fmt: skip
    layers = [
        [number, name, Bare("signal" if name.endswith("Cu") else "user")]
        for name, number in LAYERS.items()
    ]
    setup = _n(
        "setup", _n("pad_to_mask_clearance", 0), _place("aux_axis_origin", (0, mm.READER_HEIGHT))
    )
    return written(_n(
        "kicad_pcb", _bare("version", "20241229"), _n("generator", "tableside"),
        _n("generator_version", "9.0"), _n("general", _n("thickness", mm.READER_THICKNESS)),
        _n("paper", "A4"), _title(), _n("layers", *layers), setup, *body,
    ))  # fmt: skip


def _footprint(share: Path, each: Component, nets: Mapping[str, int]) -> Node:
    """Return a footprint where ``each`` is, with its pads connected."""
    body: list[Node] = []
    left_out = ("version", "generator", "generator_version", "model", "embedded_fonts")
    for number, part in enumerate(_library(share, each.kind.footprint)[2:]):
        if part[0] not in left_out:
            body.append(_part(part, each, number, nets))
    said = {part[1] for part in _all(body, "property")}
    body += [_silent(each, name) for name in ("Datasheet", "Description") if name not in said]
    if each.kind.symbol:
        sheet = _n("sheetname", "/"), _n("sheetfile", f"{NAME}.kicad_sch")
        body += [_n("path", f"/{_id(each.name)[1]}"), *sheet]
    where = _place("at", each.place, each.turn)
    return _n("footprint", each.kind.footprint, _id(each.name, "footprint"), where, *body)


def _silent(each: Component, name: str) -> Node:
    """Return a property that says nothing: KiCad would add it, with another identity each time."""
    where = _n("at", 0, 0, 0), _n("layer", "F.Fab"), *_hidden(), _id(each.name, name), _font(1.27)
    return _n("property", name, "", *where)


def _part(part: Node, each: Component, number: int, nets: Mapping[str, int]) -> Node:
    """Return a part of a footprint as it is on the board, with its own identity."""
    if part[0] in ("layer", "descr", "tags"):
        return part
    if part[0] == "attr":
        return part if each.kind.symbol else [*part, Bare("board_only")]
    kept = [item for item in part if not (isinstance(item, list) and item[0] == "uuid")]
    if part[0] in ("pad", "property", "fp_text"):
        kept = [_turned(item, each.turn) for item in kept]
    if part[0] == "property":
        kept = _named(kept, each)
    if part[0] == "pad" and (net := each.nets.get(part[1])):
        kept.append(_n("net", nets[net], net))
    return [*kept, _id(each.name, "part", number)]


def _turned(item: Node, turn: int) -> Node:
    if not (isinstance(item, list) and item[0] == "at"):
        return item
    return [*item[:3], float(item[3]) + turn if len(item) > 3 else turn]


def _named(part: Node, each: Component) -> Node:
    """Return what a footprint says of itself; its name is printed where the board says."""
    text = {"Reference": each.name, "Value": each.value}.get(part[1], part[2])
    if part[1] != "Reference" or not each.kind.symbol:
        return [*part[:2], text, *part[3:]]
    x, y = each.label
    for _ in range(each.turn // 90 % 4):
        x, y = -y, x
    return [*part[:2], text, _n("at", x, y, 0), _n("layer", "F.SilkS"), _font(0.8)]


def _lines(points: Iterable[Point]) -> Iterator[Sequence[Node]]:
    for begin, end in pairwise(points):
        yield _place("start", begin), _place("end", end)


def _edges() -> Iterator[Node]:
    corners = outline()
    look = _n("stroke", _n("width", 0.1), _bare("type", "solid"))
    for number, line in enumerate(_lines((*corners, corners[0]))):
        yield _n("gr_line", *line, look, _n("layer", "Edge.Cuts"), _id("edge", number))


def _copper(made: LaneReader, nets: Mapping[str, int]) -> Iterator[Node]:
    for number, track in enumerate(made.tracks):
        of = _n("width", track.width), _n("layer", track.layer), _n("net", nets[track.net])
        for step, line in enumerate(_lines(track.points)):
            yield _n("segment", *line, *of, _id("track", number, step))
    size = _n("size", 2 * mm.LEAST_VIA), _n("drill", mm.LEAST_VIA), _n("layers", "F.Cu", "B.Cu")
    for number, via in enumerate(made.vias):
        where, net = _place("at", via.place), _n("net", nets[via.net])
        yield _n("via", where, *size, net, _id("via", number))


def _printed(made: LaneReader) -> Iterator[Node]:
    for number, words in enumerate(made.words):
        where = _place("at", words.place, 0), _n("layer", "F.SilkS"), _id("words", number)
        yield _n("gr_text", words.text, *where, _font(words.size))


def _pours(made: LaneReader, nets: Mapping[str, int]) -> Iterator[Node]:
    bridges = _n("thermal_gap", 0.3), _n("thermal_bridge_width", 0.4)
    for pour in made.pours:
        net = _n("net", nets[pour.net]), _n("net_name", pour.net)
        fill = _n("fill", Bare("yes"), *bridges)
        yield _n("zone", *net, *_zone(pour.net, 0.25), fill, _polygon(pour.corners))


def _free(made: LaneReader) -> Iterator[Node]:
    """Yield what stays free of copper around rods and screws."""
    allowed = [_bare(each, "allowed") for each in ("tracks", "vias", "pads", "footprints")]
    rules = _n("keepout", *allowed, _bare("copperpour", "not_allowed"))
    for hole in made.holes:
        if hole.free:
            ring = Circle(hole.place, 2 * hole.free).corners(24)
            net = _n("net", 0), _n("net_name", "")
            yield _n("zone", *net, *_zone(hole.name, 0), rules, _n("fill"), _polygon(ring))


def _zone(name: str, clearance: float) -> Iterator[Node]:
    yield _n("layers", "F.Cu", "B.Cu")
    yield _id("zone", name)
    yield _n("hatch", Bare("edge"), 0.5)
    yield _n("connect_pads", _n("clearance", clearance))
    yield _n("min_thickness", 0.25)


def _polygon(corners: Iterable[Point]) -> Node:
    return _n("polygon", _n("pts", *(_place("xy", place) for place in corners)))


def project() -> str:
    """Return what KiCad checks: what board makers can do."""
    rules = {
        "min_clearance": mm.LEAST_GAP,
        "min_track_width": mm.LEAST_TRACK,
        "min_via_diameter": 2 * mm.LEAST_VIA,
        "min_through_hole_diameter": mm.LEAST_VIA,
        "min_hole_to_hole": mm.LEAST_TRACK,
        "min_copper_edge_clearance": mm.LEAST_VIA,
    }
    # the plugs of the heads reach over the edge, and so does what is printed around them
    settings = {"rules": rules, "rule_severities": {"silk_edge_clearance": "ignore"}}
    return json.dumps({"board": {"design_settings": settings}, "meta": {"version": 3}}, indent=1)


def _tables(made: LaneReader) -> Iterator[tuple[str, str]]:
    """Yield the tables of the libraries that the board uses."""
    kinds = {each.kind for each in made.components} | {FLAG}
    used = {each.footprint for each in kinds} | {each.footprint for each in made.holes}
    for table, variable, names, path in (
        ("sym", "SYMBOL", {each.symbol for each in kinds}, "{}.kicad_sym"),
        ("fp", "FOOTPRINT", used - {""}, "{}.pretty"),
    ):
        rows = [
            _n("lib", _n("name", name), _n("type", "KiCad"), _n("uri", _uri(name, variable, path)),
               _n("options", ""), _n("descr", ""))
            for name in sorted({each.partition(":")[0] for each in names})
        ]  # fmt: skip
        yield f"{table}-lib-table", written(_n(f"{table}_lib_table", _n("version", 7), *rows))


def _uri(name: str, variable: str, path: str) -> str:
    folder = "${KIPRJMOD}" if name == NAME else f"${{KICAD9_{variable}_DIR}}"
    return f"{folder}/{path.format(name)}"


def sources(folder: Path, share: Path) -> None:
    """Write schematic and layout into ``folder``, with the libraries in ``share``."""
    made = board()
    (folder / f"{NAME}.pretty").mkdir(parents=True, exist_ok=True)
    own = _bare("version", "20241209"), _n("generator", "tableside"), _sensor(share)
    for name, text in (
        (f"{NAME}.pretty/Bites.kicad_mod", written(_bites())),
        (f"{NAME}.kicad_sym", written(_n("kicad_symbol_lib", *own))),
        (f"{NAME}.kicad_sch", schematic(share, made)),
        (f"{NAME}.kicad_pcb", layout(share, made)),
        (f"{NAME}.kicad_pro", project()),
        ("fill.py", FILL),
        *_tables(made),
    ):
        (folder / name).write_text(text, encoding="utf-8")


def parts_list() -> str:
    """Return the parts list, as board makers take it; what has no place is soldered by hand."""
    rows = [("Comment", "Designator", "Footprint", "Quantity", "Part")]
    parts = sorted(board().components, key=_alike)
    for (value, footprint, bought), group in groupby(parts, key=_alike):
        names = sorted((each.name for each in group), key=lambda name: (len(name), name))
        size = footprint.partition(":")[2]
        rows.append((value, ",".join(names), size, str(len(names)), bought))
    return _csv(rows)


def _alike(each: Component) -> tuple[str, str, str]:
    return each.value, each.kind.footprint, each.kind.bought


def _csv(rows: Iterable[Iterable[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _positions(text: str) -> str:
    """Return the positions that KiCad wrote, under the names that board makers read."""
    rows = list(csv.DictReader(io.StringIO(text)))
    names = {
        "Designator": "Ref", "Val": "Val", "Package": "Package", "Mid X": "PosX", "Mid Y": "PosY",
        "Rotation": "Rot", "Layer": "Side",
    }  # fmt: skip
    return _csv([names, *([row[each] for each in names.values()] for row in rows)])


def _undated(path: Path) -> bytes:
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not DATED.search(line)).encode()


def _packed(folder: Path, path: Path) -> None:
    with ZipFile(path, "w", ZIP_DEFLATED) as packed:
        for each in sorted({*folder.iterdir()} - {*folder.glob("*.gbrjob")}):
            entry = ZipInfo(each.name, ONCE)
            entry.compress_type = ZIP_DEFLATED
            packed.writestr(entry, _undated(each))


def _commands(work: str) -> Iterator[Sequence[str]]:
    """Yield what KiCad does in the folder ``work``."""
    sheet, pcb = (f"{work}/{NAME}.kicad_{kind}" for kind in ("sch", "pcb"))
    strict = "--severity-all", "--exit-code-violations", "--output"
    drill = "--use-drill-file-origin"
    yield "python3", f"{work}/fill.py", pcb
    yield "kicad-cli", "sch", "erc", *strict, f"{work}/erc.txt", sheet
    yield "kicad-cli", "pcb", "drc", "--schematic-parity", *strict, f"{work}/drc.txt", pcb
    yield (
        "kicad-cli", "pcb", "export", "gerbers", "--layers", PLOTTED, drill, "--output",
        f"{work}/gerbers/", pcb,
    )  # fmt: skip
    yield (
        "kicad-cli", "pcb", "export", "drill", "--drill-origin", "plot", "--excellon-separate-th",
        "--output", f"{work}/gerbers/", pcb,
    )  # fmt: skip
    yield (
        "kicad-cli", "pcb", "export", "pos", "--format", "csv", "--units", "mm", "--smd-only",
        drill, "--output", f"{work}/pos.csv", pcb,
    )  # fmt: skip
    yield (
        "kicad-cli", "pcb", "render", "--side", "top", "--width", "1200", "--height", "930",
        "--zoom", "1.25", "--background", "opaque", "--output", f"{work}/{NAME}.png", pcb,
    )  # fmt: skip


def make(folder: Path, root: Path = Path("/")) -> None:
    """Write everything into ``folder``, with the KiCad in ``root``; BoardError tells of faults."""
    if not (root / SHARE / "symbols").is_dir():
        raise BoardError(
            "KiCad 9 is needed with its libraries: on Debian 13, sudo apt install kicad"
        )
    work = Path(mkdtemp(prefix=NAME, dir=root / "tmp"))
    try:
        sources(work, root / SHARE)
        (work / "gerbers").mkdir()
        for command in _commands(f"/{work.relative_to(root)}"):
            _run(command, work, root)
        folder.mkdir(parents=True, exist_ok=True)
        _packed(work / "gerbers", folder / MADE[0])
        (folder / MADE[1]).write_text(parts_list(), encoding="utf-8")
        positions = (work / "pos.csv").read_text(encoding="utf-8")
        (folder / MADE[2]).write_text(_positions(positions), encoding="utf-8")
        for kind in ("sch", "pcb"):
            copyfile(work / f"{NAME}.kicad_{kind}", folder / f"{NAME}.kicad_{kind}")
        copyfile(work / MADE[3], folder / MADE[3])
    finally:
        rmtree(work)


def _run(command: Sequence[str], work: Path, root: Path) -> None:
    where = [] if root == Path("/") else ["chroot", str(root)]
    home = f"/{work.relative_to(root)}"
    environ = {"HOME": home, "TMPDIR": home, "PATH": "/usr/bin:/usr/sbin:/bin:/sbin"}
    done = subprocess.run(
        [*where, *command], env=environ, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        reports = [each.read_text(encoding="utf-8") for each in sorted(work.glob("*.txt"))]
        raise BoardError("\n".join((" ".join(command[:3]), done.stdout, done.stderr, *reports)))


if __name__ == "__main__":
    try:
        make(*map(Path, sys.argv[1:]))
    except BoardError as error:
        sys.exit(str(error))
