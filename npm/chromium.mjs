/**
 * What the built page makes of sessions, in one Chromium, for comparison with the other hosts.
 *
 *   node npm/chromium.mjs TARGET FOLDER CASE...         writes FOLDER/CASE for each, errors to FOLDER/CASE.error
 *
 * CHROMIUM names the browser, else /usr/bin/chromium.
 */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { open } from "../demo/tests/browser.mjs";
import { writeAll } from "./outputs.mjs";

const [target, folder, ...cases] = process.argv.slice(2);
if (target === undefined || folder === undefined) throw new Error("usage: node npm/chromium.mjs TARGET FOLDER CASE...");
const browser = await open();
try {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(join(resolve(target), "demo/index.html")).href);
  await page.waitForFunction(() => "cento" in globalThis);
  await writeAll(folder, cases, (bytes) => page.evaluate((text) => globalThis.cento(text), bytes.toString("utf8")));
} finally {
  await browser.close();
}
