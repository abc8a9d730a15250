/**
 * Builds the page: `node demo/build.mjs TARGET` checks the types and writes TARGET/demo, one file that needs no other.
 * It takes TARGET/npm (`make npm`). More than 700 kB after gzip stop the build.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const MOST = 700_000;
const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "..");
const target = resolve(process.argv[2] ?? join(root, "target"));

const settings = join(target, "demo-tsconfig.json");
writeFileSync(settings, JSON.stringify({
  extends: join(here, "tsconfig.json"),
  compilerOptions: {
    paths: { "cento/engine": [join(target, "npm/engine.d.ts")], vite: [join(root, "node_modules/vite")] },
    typeRoots: [join(root, "node_modules/@types")],
  },
  include: ["src", "build", "vite.config.ts"].map((name) => join(here, name)),
}));
const run = (tool, ...args) =>
  execFileSync(process.execPath, [join(root, "node_modules", tool), ...args], {
    stdio: "inherit",
    env: { ...process.env, TARGET: target },
  });
run("typescript/bin/tsc", "-p", settings);
run("vite/bin/vite.js", "build", "--logLevel", "warn", here);

const files = readdirSync(join(target, "demo"));
const size = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(target, "demo", name)), { level: 9 }).length, 0);
console.log(`${join(target, "demo")}: ${files.join(", ")}; ${size} bytes after gzip`);
if (size > MOST) throw new Error(`the page is larger than ${MOST} bytes after gzip`);
