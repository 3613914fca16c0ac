// @ts-check
// Python and the program, for the workers of a page without a server. The first of them loads both from
// the folder beside the page; another one is given what has come.

export const PROGRAM = new URL("../program/", import.meta.url).href;
const PACKED = ".gz", WASM = "pyodide.asm.wasm", APP = "app.zip.xz";
const KINDS = { mjs: "text/javascript", wasm: "application/wasm", json: "application/json", zip: "application/zip", xz: "application/x-xz" };

const UNPACK = [
  "import io, lzma, zipfile",
  "def unpack(part, folder):",
  "    zipfile.ZipFile(io.BytesIO(lzma.decompress(part.to_bytes()))).extractall(folder)",
  "unpack",
].join("\n");

// What has come: files by their names, and the compiled part of Python.
const come = { files: /** @type {Map<string, Blob>} */ (new Map()), module: /** @type {WebAssembly.Module | null} */ (null) };
/** @type {Record<string, boolean>} */
let packed = {};
let loaded = 0, total = 1;
/** @type {(share: number) => void} */
let report = () => {};

const plainFetch = globalThis.fetch, instantiate = WebAssembly.instantiateStreaming;

// Count what comes of a file, and tell each hundredth.
function counted(body) {
  return body.pipeThrough(new TransformStream({
    transform(part, controller) {
      const before = Math.floor(100 * loaded / total);
      loaded += part.byteLength;
      const share = Math.min(1, loaded / total);
      if (Math.floor(100 * share) > before) report(share);
      controller.enqueue(part);
    },
  }));
}

const typed = (body, name) => new Response(body, { headers: { "content-type": KINDS[name.split(".").pop()] } });

// Many servers of files compress nothing: the largest files lie there compressed, those that Python itself
// unpacks by what takes least.
async function fetched(name) {
  const isPacked = name in packed, answer = await plainFetch(PROGRAM + name + (isPacked ? PACKED : ""));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  const body = counted(answer.body);
  return typed(isPacked ? body.pipeThrough(new DecompressionStream("gzip")) : body, name);
}

export async function fetchPart(name) {
  if (name === WASM) return come.module ? typed("", name) : fetched(name); // it is compiled while it comes
  const file = come.files.get(name) ?? await (await fetched(name)).blob();
  come.files.set(name, file);
  return typed(file, name);
}

// What Pyodide loads comes from the folder of the program alone.
globalThis.fetch = (/** @type {any} */ asked, ...more) => {
  const address = String(asked.url ?? asked), name = address.slice(PROGRAM.length);
  return address.startsWith(PROGRAM) && (name.split(".").pop() ?? "") in KINDS ? fetchPart(name) : plainFetch(asked, ...more);
};

WebAssembly.instantiateStreaming = async (source, imports) => {
  if (come.module) return { module: come.module, instance: await WebAssembly.instantiate(come.module, imports) };
  const found = await instantiate(source, imports);
  come.module = found.module;
  return found;
};

async function module(name) {
  const address = URL.createObjectURL(await (await fetchPart(name)).blob());
  return import(address).finally(() => URL.revokeObjectURL(address));
}

async function size() {
  const sizes = await (await plainFetch(PROGRAM + "sizes.json", { cache: "no-cache" })).json();
  packed = sizes.packed;
  total = sizes.total;
}

// Unpack the part `name` of the program into `folder`.
export async function unpack(python, name, folder) {
  const part = await (await fetchPart(name)).arrayBuffer();
  python.runPython(UNPACK)(part, folder);
}

// Return Python, with the program in it. `given` is what has come to another worker; without it, `tell`
// is told which share has come.
export async function loadProgram(given = /** @type {typeof come | null} */ (null), tell = report) {
  report = tell;
  if (given) Object.assign(come, given);
  else await size();
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    import(PROGRAM + "pyodide.mjs"), module("pyodide.asm.mjs"), fetchPart(APP),
  ]);
  const python = await loadPyodide(/** @type {any} */ ({ indexURL: PROGRAM, createPyodideModule }));
  total = Infinity; // for the rest nobody waits
  await unpack(python, APP, "/app");
  python.runPython("import sys; sys.path.insert(0, '/app')");
  return python;
}

// What another worker is given.
export const given = () => come;
