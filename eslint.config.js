// What eslint looks for in the scripts of the pages and their tests: `make lint-web`.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["build/", "docs/", ".venv/", "node_modules/"] },
  js.configs.recommended,
  {
    rules: {
      complexity: ["error", 15],
      eqeqeq: "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-shadow": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  { files: ["firmware_host/**/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["**/worker.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["tests/**/*.{js,mjs}", "*.js"], languageOptions: { globals: globals.node } },
];
