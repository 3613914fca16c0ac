// What only Pyodide can do for the site: `node compile_site.mjs try APP SCRIPT` runs SCRIPT with the
// program in APP, and writes as JSON which modules it has loaded; `node compile_site.mjs begin` writes
// which Python loads by itself; `node compile_site.mjs compile
// FOLDER...` leaves bytecode in place of the sources. Bytecode fits one version of Python alone.

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const COMPILE = `
import compileall, pathlib, py_compile
from py_compile import PycInvalidationMode
for part in pathlib.Path(folder).iterdir():
    # Pyodide reads its own docstrings
    level = 0 if "pyodide" in part.name else 2
    options = dict(quiet=1, legacy=True, optimize=level, stripdir=folder, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
    if part.is_dir():
        assert compileall.compile_dir(part, **options), part
    elif part.suffix == ".py":
        assert compileall.compile_file(part, **options), part
for source in pathlib.Path(folder).rglob("*.py"):
    source.unlink()
`;

const [what, ...paths] = process.argv.slice(2);
// bytecode says the lines of faults, and not their columns: it is a tenth smaller
const python = await loadPyodide({ env: { HOME: "/", PYTHONNODEBUGRANGES: "1" } });

function mount(path, place) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: path }, place);
}

async function run() {
  if (what === "try") {
    mount(paths[0], "/app");
    python.runPython("import sys; sys.path.insert(0, '/app')");
    const loaded = await python.runPythonAsync(`${readFileSync(paths[1], "utf8")}\nawait play()`);
    await new Promise((written) => process.stdout.write(`${loaded}\n`, written)); // it may be long
  } else if (what === "begin") {
    process.stdout.write(`${python.runPython("import json, sys; json.dumps([*sys.modules])")}\n`);
  } else {
    paths.forEach((path, number) => {
      mount(path, `/${number}`);
      python.globals.set("folder", `/${number}`);
      python.runPython(COMPILE);
    });
  }
}

run().then(() => process.exit(0), (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
