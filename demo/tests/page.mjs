/** What the tests of the page share: the built page in a browser, and what it must never do, watched all the time. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const target = resolve(process.env["TARGET"] ?? join(root, "target"));
const program = resolve(process.env["CENTO"] ?? join(target, "release/cento"));
const built = join(target, "demo/index.html");
const shots = join(target, "web-test");
mkdirSync(shots, { recursive: true });

/** What the program prints for a file. */
export const cli = (file, ...flags) =>
  execFileSync(program, ["compact", file, ...flags], { maxBuffer: 1 << 28 }).toString("utf8");

/** Opens the page and waits until the sample is shown; `close` fails if anything was asked for or complained about. */
export async function opened(browser, { url = pathToFileURL(built).href, ...settings } = {}) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, acceptDownloads: true, ...settings });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  context.on("request", (request) => {
    // The page itself, and what never leaves the process.
    if (request.url() !== url && !/^(blob|data):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
  });
  await page.goto(url);
  await done(page);
  return {
    page,
    complaints,
    shot: (name) => page.screenshot({ path: join(shots, `${name}.png`) }),
    close: async () => {
      await context.close();
      assert.deepEqual(complaints, []);
    },
  };
}

/** Waits until there is a result or an error, and gives the name and the alert. */
export async function done(page, name = "") {
  await page.waitForFunction(
    (name) => {
      const busy = document.body.hasAttribute("aria-busy");
      const status = document.querySelector("#status").textContent;
      const failed = !document.querySelector("#alert").hidden;
      return !busy && (failed || (status.includes("done.") && status.startsWith(name)));
    },
    name,
    { timeout: 120_000 },
  );
}

/** Drops a file on the page, as a person would. */
export async function drop(page, name, bytes) {
  const data = await page.evaluateHandle(
    ([name, base64]) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
      return transfer;
    },
    [name, Buffer.from(bytes).toString("base64")],
  );
  await page.dispatchEvent("main", "drop", { dataTransfer: data });
  await done(page, name);
}

/** What the download button gives. */
export async function downloaded(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

/** Serves the built page and remembers what was asked for. */
export async function served() {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(readFileSync(built));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, asked, close: () => server.close() };
}

/** A session of a coding agent, one JSON line an event, with `turns` calls. */
export function events(turns) {
  const lines = [];
  const line = (type, content, more = {}) => {
    const uuid = `u${lines.length}`;
    const message = { role: type, content, ...(type === "assistant" && { id: `m${lines.length}`, type: "message" }) };
    lines.push(JSON.stringify({
      parentUuid: lines.length === 0 ? null : `u${lines.length - 1}`, isSidechain: false, type, message, uuid,
      sessionId: "s", timestamp: "2026-09-14T21:14:01.000Z", cwd: "/home/me/boats", version: "2.0.0", ...more,
    }));
  };
  line("user", "The list of boats is sorted wrongly. Never change the file boats.csv.");
  for (let n = 0; n < turns; n++) {
    line("assistant", [{ type: "tool_use", id: `call${n}`, name: "Bash", input: { command: `python3 -m boats.list --page ${n}` } }]);
    const failed = n % 7 === 3;
    const rows = Array.from({ length: 12 }, (_, row) => `boat ${n}-${row} berth ${(n * 31 + row) % 97} tide ${row * 3}`);
    const text = `${failed ? "Exit code 1\nValueError: berth is missing\n" : ""}${rows.join("\n")}`;
    line("user", [{ type: "tool_result", tool_use_id: `call${n}`, content: text, ...(failed && { is_error: true }) }]);
    if (n % 10 === 9) line("user", `Good, page ${n} is right. Go on with page ${n + 1}.`);
  }
  return `${lines.join("\n")}\n`;
}
