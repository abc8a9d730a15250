/** Starts the browser of this machine: CHROMIUM, else Debian's. No sandbox where there is no other user than root. */
import { chromium } from "playwright-core";

export function open() {
  const root = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: root ? ["--no-sandbox"] : [],
  });
}
