/** Tests who can use the page: by keyboard, in light and dark, on a phone, with a reader of names and roles. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open } from "./browser.mjs";
import { opened } from "./page.mjs";

let browser;
before(async () => (browser = await open()));
after(() => browser.close());

const focused = (page, read) => page.evaluate(`(${read})(document.activeElement)`);

test("all can be done with the keyboard, and a list is one stop", async () => {
  const { page, close } = await opened(browser);
  const stops = [];
  for (let n = 0; n < 16; n++) {
    await page.keyboard.press("Tab");
    stops.push(await focused(page, "(e) => e.id || e.name || e.className || e.tagName"));
  }
  const order = ["skip", "choose", "sample", "SUMMARY", "strategy", "budget", "window", "download", "copy"];
  assert.deepEqual(stops.filter((stop) => order.includes(stop)).slice(0, order.length), order);
  await page.focus("#copy");
  await page.keyboard.press("Tab");
  assert.equal(await focused(page, "(e) => e.closest('ol').id"), "before");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.equal(await focused(page, "(e) => e.parentElement.dataset.index + e.parentElement.open"), "2true");
  await page.keyboard.press("End");
  assert.equal(await focused(page, "(e) => e.parentElement.dataset.index"), "272");
  await page.locator("#after .summary .ref").nth(3).focus();
  await page.keyboard.press("Enter");
  assert.equal(await focused(page, "(e) => e.closest('ol').id + e.parentElement.querySelectorAll('mark').length"), "before1");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.ok(await focused(page, "(e) => e.className === 'ref'"));
  await close();
});

test("everything that can be operated has a name, and what changes is announced", async () => {
  const { page, close } = await opened(browser);
  await page.click(".pasting > summary");
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, input:not([hidden]), textarea, progress, svg, [role=radiogroup]")]
      .filter((element) => {
        const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
        return (label ?? "").trim() === "";
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
  assert.deepEqual(nameless, []);
  assert.equal(await page.getAttribute("#status", "aria-live"), "polite");
  assert.equal(await page.getAttribute("#alert", "role"), "alert");
  assert.match(await page.textContent("#status"), /tides\.json: done\. 273 messages/);
  assert.equal(await page.locator("h1").count(), 1);
  await close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`text has enough contrast, ${colorScheme}`, async () => {
    const { page, shot, close } = await opened(browser, { colorScheme, viewport: { width: 1360, height: 1800 } });
    await page.locator("#after .summary .ref").nth(12).click();
    await page.evaluate(() => scrollTo(0, 0));
    await shot(colorScheme);
    const faint = await page.evaluate(contrasts);
    assert.deepEqual(faint, []);
    await close();
  });
}

test("on a phone nothing is cut off at the side, and one list is shown at a time", async () => {
  const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
  const { page, shot, close } = await opened(browser, phone);
  await shot("phone-top");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.ok(await page.isHidden("#before"));
  await page.locator("#after .summary .ref").first().tap();
  assert.ok(await page.isVisible("#before mark"));
  assert.ok(await page.isHidden("#after"));
  await shot("phone-source");
  await page.locator("#before .here .back").tap();
  assert.ok(await page.isVisible("#after .summary"));
  await shot("phone-summary");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await close();
});

/** Texts on the page whose colour stands out less than 4.5 times from what is behind them. Runs in the page. */
function contrasts() {
  const parse = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const ground = parse(getComputedStyle(at).backgroundColor);
      if (ground.length === 3 || ground[3] === 1) return ground;
    }
    return [255, 255, 255];
  };
  const faint = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === "" || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (["SCRIPT", "STYLE", "NOSCRIPT"].includes(element.tagName)) continue;
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.add(`${element.tagName}.${element.className} ${ratio.toFixed(2)}`);
  }
  return [...faint];
}
