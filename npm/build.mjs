/**
 * Builds the package: `node npm/build.mjs TARGET`. Takes the components from TARGET/components (`make components`) and
 * writes TARGET/npm: the transpiled components, the compiled entry, their types, and what is published beside them.
 * Nothing here may import a shim: a component with an import stops the build.
 */
import { transpile } from "@bytecodealliance/jco-transpile";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const target = resolve(process.argv[2] ?? join(root, "target"));
const out = join(target, "npm");

rmSync(out, { recursive: true, force: true });
for (const [name, file] of [["projector", "cento.wasm"], ["verifier", "cento-verifier.wasm"]]) {
  const folder = join(out, name);
  const made = await transpile(join(target, "components", file), { name, outDir: folder, instantiation: "sync" });
  if (made.imports.length > 0) throw new Error(`${file} imports ${made.imports}`);
  const modules = Object.keys(made.files).filter((path) => path.endsWith(".wasm"));
  if (modules.length !== 1) throw new Error(`${file} has ${modules.length} core modules; the engine loads one`);
  for (const [path, bytes] of Object.entries(made.files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, path.endsWith(".wasm") ? withoutCustom(bytes) : bytes);
  }
}
const settings = join(target, "npm-tsconfig.json");
writeFileSync(settings, JSON.stringify({
  extends: join(root, "npm/tsconfig.json"),
  compilerOptions: {
    rootDirs: [join(root, "npm/src"), out],
    rootDir: join(root, "npm/src"),
    outDir: out,
    typeRoots: [join(root, "node_modules/@types")],
  },
  include: [join(root, "npm/src")],
}));
execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", settings], { stdio: "inherit" });
for (const file of ["package.json", "README.md"]) copyFileSync(join(root, "npm", file), join(out, file));
copyFileSync(join(root, "LICENSE"), join(out, "LICENSE"));

/** The module without its custom sections: names of functions, which nothing runs. */
function withoutCustom(wasm) {
  const kept = [wasm.subarray(0, 8)];
  for (let at = 8; at < wasm.length; ) {
    const start = at++;
    let size = 0;
    for (let shift = 0, byte = 128; byte >= 128; shift += 7) size |= ((byte = wasm[at++]) & 127) << shift;
    at += size;
    if (wasm[start] !== 0) kept.push(wasm.subarray(start, at));
  }
  return Buffer.concat(kept);
}
