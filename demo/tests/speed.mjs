/**
 * How long a session takes in the page: `node demo/tests/speed.mjs [FILE]`, the sample without one. Prints the first
 * run, in which the browser still compiles, and the runs after it.
 */
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { open } from "./browser.mjs";
import { done, opened, root } from "./page.mjs";

const RUNS = 30;
const file = resolve(process.argv[2] ?? `${root}/examples/tides.json`);
const browser = await open();
const started = performance.now();
const { page, close } = await opened(browser);
const shown = performance.now() - started;
const times = [];
for (let run = 0; run < RUNS; run++) {
  await page.setInputFiles("#file", file);
  await done(page, basename(file));
  const parts = await page.locator("#times dd").allTextContents();
  times.push(parts.map((text) => parseFloat(text) * (text.endsWith(" s") ? 1000 : 1)));
}
await close();
await browser.close();
const sums = times.map((parts) => parts.reduce((sum, part) => sum + part, 0));
const sorted = sums.slice(5).sort((a, b) => a - b);
const best = times[sums.indexOf(sorted[0])];
console.log(`${basename(file)}, ${readFileSync(file).length} bytes; the page with its sample was there after ${Math.round(shown)} ms`);
console.log(`first ${sums[0].toFixed(1)} ms; after five runs: least ${sorted[0].toFixed(1)}, median ${sorted[sorted.length >> 1].toFixed(1)} ms`);
console.log(`the least: read ${best[0]}, planned ${best[1]}, checked and applied ${best[2]} ms`);
