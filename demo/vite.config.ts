/** One page from `demo/`, `TARGET/npm` and the sample, written to `TARGET/demo`. TARGET comes from the environment. */
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type BuildEnvironmentOptions } from "vite";
import { pack, single } from "./build/single.ts";

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.env["TARGET"] ?? join(here, "../target"));
const npm = join(target, "npm");

const rolldownOptions: BuildEnvironmentOptions["rolldownOptions"] = {
  output: { codeSplitting: false },
  // A mark at the top of transpiled components, and the time that packing takes.
  checks: { pluginTimings: false },
  onwarn: (warning, warn) => warning.code === "MODULE_LEVEL_DIRECTIVE" || warn(warning),
};

export default defineConfig({
  root: here,
  base: "./",
  cacheDir: join(target, "vite"),
  resolve: { alias: { "cento/engine": join(npm, "engine.js") } },
  worker: { format: "iife", rolldownOptions },
  build: {
    target: "es2022",
    outDir: join(target, "demo"),
    emptyOutDir: true,
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions,
  },
  plugins: [
    pack(process.env["PYTHON"] ?? "python3", join(here, "build/pack.py"), [
      join(npm, "projector/projector.core.wasm"),
      join(npm, "verifier/verifier.core.wasm"),
      join(here, "../examples/tides.json"),
    ]),
    single(),
  ],
});
