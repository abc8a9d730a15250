/** Takes case files and a function of their bytes; writes what it gives, or its error's message, to a folder. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

export async function writeAll(folder, cases, compact) {
  mkdirSync(folder, { recursive: true });
  for (const file of cases) {
    const out = join(folder, basename(file));
    for (const old of [out, `${out}.error`]) rmSync(old, { force: true });
    try {
      writeFileSync(out, await compact(readFileSync(file)));
    } catch (error) {
      writeFileSync(`${out}.error`, `${error instanceof Error ? error.message : error}\n`);
    }
  }
}
