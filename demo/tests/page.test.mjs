/** Tests the built page in a real browser: `node --test demo/tests/` with TARGET and CENTO set. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { open } from "./browser.mjs";
import { cli, done, downloaded, drop, events, opened, root, served } from "./page.mjs";

const sample = join(root, "examples/tides.json");
const short = join(root, "examples/short.json");
const folder = mkdtempSync(join(tmpdir(), "cento-page-"));
let browser;
before(async () => (browser = await open()));
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

test("the sample is shown at once, from a file, and its download is what the program prints", async () => {
  const { page, shot, close } = await opened(browser);
  const { report } = JSON.parse(cli(sample));
  const number = (n) => n.toLocaleString("en-GB");
  const said = await page.textContent("#tokens");
  assert.ok(said.includes(number(report.tokens_before)) && said.includes(number(report.tokens_after)), said);
  assert.equal(await page.locator("#before > li").count(), report.messages_before);
  assert.equal(await page.locator("#after > li").count(), report.messages_after);
  assert.match(await page.textContent("#components"), /projector.*imports: none.*verifier.*imports: none/);
  assert.equal(await page.locator("#bars svg").count(), 2);
  await shot("sample");
  const { name, text } = await downloaded(page);
  assert.equal(name, "tides.cento.json");
  assert.equal(text, cli(sample));
  await close();
});

test("every number in the summary opens its message and the quoted words are marked there", async () => {
  const { page, shot, close } = await opened(browser);
  const refs = page.locator("#after .summary .ref");
  const count = await refs.count();
  assert.ok(count > 30, `${count} references`);
  let marked = 0;
  for (let n = 0; n < count; n += 3) {
    const reference = (await refs.nth(n).textContent()).slice(1, -1);
    const line = await refs.nth(n).locator("xpath=..").textContent();
    await refs.nth(n).click();
    const here = page.locator("#before details.here");
    assert.equal(await here.locator(".number").textContent(), reference);
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "SUMMARY");
    const marks = await here.locator("mark").allTextContents();
    if (marks.length === 0) continue;
    marked += 1;
    assert.ok(await here.locator("mark").first().isVisible());
    // Where quotations overlap, their marks are one.
    const all = await page.textContent("#after div.summary");
    for (const word of marks.join(" ").match(/[\p{L}\p{N}]{3,}/gu) ?? []) assert.ok(all.includes(word), `${line}: ${word}`);
  }
  assert.ok(marked > (count / 3) * 0.9, `${marked} of ${count / 3} with marked words`);
  await shot("source");
  const last = refs.nth(0);
  await last.click();
  await page.locator("#before details.here .back").click();
  assert.ok(await last.evaluate((button) => button === document.activeElement));
  await close();
});

test("dropped files and settings give what the program prints with the same flags", async () => {
  const { page, shot, close } = await opened(browser);
  await drop(page, "short.json", readFileSync(short));
  assert.equal((await downloaded(page)).text, cli(short));
  await page.check('[value="slim"]');
  await page.fill("#budget", "2000");
  await settled(page);
  assert.equal((await downloaded(page)).text, cli(short, "--strategy", "slim", "--target-tokens", "2000"));
  await page.click("#sample");
  await page.fill("#budget", "25000");
  await settled(page);
  await shot("slim");
  assert.equal((await downloaded(page)).text, cli(sample, "--strategy", "slim", "--target-tokens", "25000"));
  assert.ok((await page.locator("#after .row.shortened").count()) > 10);
  await page.check('[value="prune"]');
  await page.fill("#window", "64000");
  await settled(page);
  await shot("prune");
  assert.equal((await downloaded(page)).text, cli(sample, "--strategy", "prune", "--context-length", "64000"));
  await page.check('[value="project"]');
  await page.fill("#budget", "1200");
  await settled(page);
  const flags = ["--budget", "1200", "--context-length", "64000"];
  assert.equal((await downloaded(page)).text, cli(sample, ...flags));
  await close();
});

test("a session of another agent and packed files are read, and the strategy that a session names is shown", async () => {
  const { page, close } = await opened(browser);
  const text = events(120);
  const file = join(folder, "session.jsonl");
  writeFileSync(file, text);
  await drop(page, "session.jsonl", text);
  assert.equal((await downloaded(page)).text, cli(file));
  assert.ok((await page.locator("#after .summary .ref").count()) > 5);
  await drop(page, "session.jsonl.gz", gzipSync(text));
  const packed = await downloaded(page);
  assert.deepEqual([packed.name, packed.text], ["session.cento.json", cli(file)]);
  const named = join(folder, "named.json");
  const { messages } = JSON.parse(readFileSync(sample, "utf8"));
  writeFileSync(named, JSON.stringify({ messages, options: { strategy: "slim", target_tokens: 30_000 } }));
  await page.setInputFiles("#file", named);
  await done(page, "named.json");
  assert.ok(await page.isChecked('[value="slim"]'));
  assert.equal((await downloaded(page)).text, cli(named));
  await page.click(".pasting > summary");
  await page.fill("#paste", readFileSync(named, "utf8"));
  await page.click("#use-paste");
  await done(page, "pasted text");
  assert.equal((await downloaded(page)).text, cli(named));
  await close();
});

test("a bad file is told from what is wrong and where, and the page goes on", async () => {
  const { page, shot, close } = await opened(browser);
  for (const [name, bytes, said] of [
    ["notes.txt", "buy milk", /notes\.txt: line 1, column 1: not JSON/],
    ["half.json", '{"messages": [{"role": "user"', /half\.json: line 1, column \d+: not JSON: the text ends/],
    ["empty.json", "", /empty\.json: empty input/],
    ["wrong.json", '{"messages": [7]}', /wrong\.json: .*messages\[0\]: expected an object/],
    ["picture.json", Buffer.from([0x89, 0x50, 0xff, 0x00]), /picture\.json: .*not UTF-8/],
    ["broken.gz", Buffer.from([0x1f, 0x8b, 8, 0, 1]), /broken\.gz: damaged gzip data. What is shown is still tides.json/],
  ]) {
    await drop(page, name, bytes);
    assert.ok(await page.isVisible("#alert"));
    assert.match(await page.textContent("#alert"), said);
  }
  await shot("bad-file");
  assert.equal((await downloaded(page)).name, "tides.cento.json");
  await drop(page, "short.json", readFileSync(short));
  assert.ok(await page.isHidden("#alert"));
  assert.equal((await downloaded(page)).text, cli(short));
  await close();
});

test("no request leaves the page, offline it works, and its policy forbids connections", async () => {
  const server = await served();
  const { page, complaints, close } = await opened(browser, { url: server.url });
  await page.context().setOffline(true);
  await drop(page, "short.json", readFileSync(short));
  assert.equal((await downloaded(page)).text, cli(short));
  await page.context().setOffline(false);
  assert.deepEqual(server.asked.filter((path) => path !== "/"), []);
  assert.equal(server.asked.length, 1);
  assert.deepEqual(complaints, []);
  const tried = await page.evaluate(async (url) => {
    const fetched = await fetch(url).then(() => "fetched", () => "refused");
    const image = await new Promise((resolve) => {
      const img = new Image();
      img.onload = () => resolve("loaded");
      img.onerror = () => resolve("refused");
      img.src = `${url}x.png`;
    });
    return [fetched, image];
  }, server.url);
  assert.deepEqual(tried, ["refused", "refused"]);
  assert.equal(server.asked.length, 1);
  complaints.length = 0;
  await close();
  server.close();
});

test("a session of 5 MB: the page answers while it is compacted, and says how far it is", async () => {
  const { page, shot, close } = await opened(browser);
  const text = events(6_600);
  const file = join(folder, "large.jsonl");
  writeFileSync(file, text);
  assert.ok(text.length > 5_000_000, `${text.length} bytes`);
  await page.evaluate(() => {
    globalThis.seen = new Set();
    new MutationObserver(() => globalThis.seen.add(document.querySelector("#status").textContent)).observe(
      document.querySelector("#status"), { childList: true },
    );
  });
  await page.setInputFiles("#file", file);
  await done(page, "large.jsonl");
  const seen = [...(await page.evaluate(() => [...globalThis.seen]))].join("\n");
  for (const phase of ["reading", "planning", "checking", "drawing", "done"]) assert.match(seen, new RegExp(phase));
  assert.ok((await page.locator("#before > li").count()) > 13_000);
  assert.equal((await downloaded(page)).text, cli(file));
  await shot("large");
  await close();
});

async function settled(page) {
  // Typing waits before it counts.
  await page.waitForTimeout(400);
  await done(page);
}
