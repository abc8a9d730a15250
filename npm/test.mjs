/** Tests the built package: `node --test npm/test.mjs` with TARGET (built package) and CENTO (the program) set. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.env["TARGET"] ?? join(here, "../target"));
const program = resolve(process.env["CENTO"] ?? join(target, "release/cento"));
const examples = ["tides.json", "short.json"].map((name) => join(here, "../examples", name));
const sample = examples[0];
const cento = await import(pathToFileURL(join(target, "npm/index.js")).href);

// A project that has installed the package.
const project = mkdtempSync(join(tmpdir(), "cento-npm-"));
const installed = join(project, "node_modules/cento");
cpSync(join(target, "npm"), installed, { recursive: true });
writeFileSync(join(project, "package.json"), '{"type": "module"}');
after(() => rmSync(project, { recursive: true }));

const cli = (file, ...flags) => execFileSync(program, ["compact", file, ...flags], { maxBuffer: 1 << 28 }).toString();

test("the example of the README runs as it stands there", () => {
  const readme = readFileSync(join(installed, "README.md"), "utf8");
  const [code] = [...readme.matchAll(/```js\n([^]*?)```/g)].map((match) => match[1]);
  assert.equal(code.trim().split("\n").filter((line) => line !== "").length, 4);
  cpSync(sample, join(project, "session.json"));
  writeFileSync(join(project, "example.js"), code);
  execFileSync(process.execPath, ["example.js"], { cwd: project });
  const flags = ["--strategy", "project", "--context-length", "128000"];
  assert.equal(readFileSync(join(project, "shorter.json"), "utf8"), cli(join(project, "session.json"), ...flags));
});

test("the steps give what the whole gives", () => {
  const session = readFileSync(sample, "utf8");
  const { open, plan, finish, report } = cento.cento();
  const proposal = plan(open(session));
  assert.equal(finish(session, proposal), cento.compact(session));
  assert.deepEqual(JSON.parse(report(session, proposal)), JSON.parse(cento.compact(session)).report);
});

for (const [name, options, flags] of [
  ["project", {}, []],
  ["slim", { strategy: "slim", target_tokens: 2000, min_tokens: 60 }, ["--strategy", "slim", "--target-tokens", "2000", "--min-tokens", "60"]],
  ["prune", { strategy: "prune", prune_threshold: 0.4 }, ["--strategy", "prune", "--prune-threshold", "0.4"]],
]) {
  test(`${name} gives the bytes of the program`, () => {
    for (const file of examples) {
      const bytes = readFileSync(file);
      const wanted = cli(file, ...flags);
      assert.equal(cento.compact(bytes, options), wanted);
      assert.equal(cento.compact(gzipSync(bytes), options), wanted);
    }
  });
}

test("anchors are those of the program", () => {
  const wanted = execFileSync(program, ["anchors", sample]).toString().trim().split("\n");
  const lines = cento.anchors(readFileSync(sample)).map((a) => [a.kind, `${a.count}x`, `${a.first}-${a.last}`, a.text]);
  assert.deepEqual(lines, wanted.map((line) => line.split(/\s+/)));
  assert.ok(lines.length > 20);
});

test("bad input throws what is wrong and where, and the next call works", () => {
  for (const [session, message] of [
    ['{"messages": [1]}', /messages\[0\]: expected an object/],
    ["", /empty input/],
    [[{ role: "user", content: "x" }], /expected text or bytes/],
    [undefined, /expected text or bytes/],
    [Buffer.from([0x22, 0xff, 0x22]), /not UTF-8/],
    [Buffer.from([0x1f, 0x8b, 0x00]), /damaged gzip data/],
  ]) {
    assert.throws(() => cento.compact(session), (error) => {
      assert.ok(error instanceof cento.CentoError);
      assert.equal(error.at, "input");
      assert.match(error.message, message);
      return true;
    });
  }
  assert.throws(() => cento.compact("[]", { budget: 1 }), /options.budget: no option of this name/);
  assert.throws(() => cento.cento().finish("[]", '{"edits": 1}'), { at: "plan" });
  assert.ok(cento.compact(readFileSync(examples[1])).startsWith("{"));
});

test("the package imports nothing but Node's own reading of files", () => {
  for (const name of ["projector", "verifier"]) {
    const wasm = readFileSync(join(installed, name, `${name}.core.wasm`));
    assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(wasm)), []);
    assert.doesNotMatch(readFileSync(join(installed, name, `${name}.js`), "utf8"), /^\s*import[\s{*]/m);
  }
  assert.equal(JSON.parse(readFileSync(join(installed, "package.json"), "utf8")).dependencies, undefined);
});

test("the types are those of the package", () => {
  const file = join(project, "use.ts");
  const wrong = (line) => `// @ts-expect-error\n${line}\n`;
  writeFileSync(file, `import { compact, anchors, type Options } from "cento";
import { engine } from "cento/engine";
const options: Options = { strategy: "slim", target_tokens: 9 };
export const text: string = compact("[]", options);
export const first: string | undefined = anchors(new Uint8Array())[0]?.kind;
export const make = engine;
${wrong('compact("[]", { strategy: "other" });')}${wrong("compact(7);")}`);
  const tsc = join(here, "../node_modules/typescript/bin/tsc");
  const flags = ["--noEmit", "--strict", "--module", "nodenext", "--lib", "es2023,dom", "--types", "", file];
  const ran = spawnSync(process.execPath, [tsc, ...flags], { cwd: project, encoding: "utf8" });
  assert.equal(ran.stdout, "");
  assert.equal(ran.status, 0);
});

test("the adapter writes the program's bytes", () => {
  const adapter = join(here, "conformance.mjs");
  const run = (input) => spawnSync(process.execPath, [adapter, target], { input, maxBuffer: 1 << 28 });
  assert.equal(run(readFileSync(sample)).stdout.toString(), cli(sample));
  const bad = run("{");
  assert.equal(bad.status, 2);
  const said = spawnSync(program, ["compact", "-"], { input: "{" });
  assert.equal(bad.stderr.toString(), said.stderr.toString());
  mkdirSync(join(project, "out"));
  execFileSync(process.execPath, [adapter, target, join(project, "out"), ...examples]);
  assert.equal(readFileSync(join(project, "out/short.json"), "utf8"), cli(examples[1]));
});
