/**
 * What the package makes of sessions, for comparison with the other hosts.
 *
 *   node npm/conformance.mjs TARGET < CASE              writes what `cento compact -` prints
 *   node npm/conformance.mjs TARGET FOLDER CASE...      writes FOLDER/CASE for each, errors to FOLDER/CASE.error
 *
 * A session that cannot be read ends the first form with code 2, a plan that does not hold with code 3.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { writeAll } from "./outputs.mjs";

const [target, folder, ...cases] = process.argv.slice(2);
const { compact } = await import(pathToFileURL(join(resolve(target ?? "target"), "npm/index.js")).href);

if (folder === undefined) {
  try {
    process.stdout.write(compact(readFileSync(0)));
  } catch (error) {
    process.stderr.write(`cento: stdin: ${error.message}\n`);
    process.exitCode = error.at === "input" ? 2 : 3;
  }
} else {
  await writeAll(folder, cases, async (bytes) => compact(bytes));
}
