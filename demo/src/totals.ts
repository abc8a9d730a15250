/** Writes the totals above the lists, and below them how the work was done. */
import { byId, el, grouped } from "./dom.ts";
import type { Report } from "./plan.ts";
import type { Compacted, Times } from "./protocol.ts";

export function totals(report: Report, times: Times): void {
  const { tokens_before: before, tokens_after: after } = report;
  const less = Math.round(100 * (1 - after / Math.max(before, 1)));
  const changed = report.outcome === "compacted";
  byId("tokens", HTMLElement).replaceChildren(
    ...(changed
      ? [grouped(before), el("span", { class: "arrow", "aria-label": "become" }, " → "), grouped(after), " tokens "]
      : [grouped(before), " tokens, nothing to do "]),
    ...(changed ? [el("small", {}, `${less} % less`)] : []),
  );
  const [many, left] = [grouped(report.messages_before), grouped(report.messages_after)];
  const all = many === left ? `All ${many} messages stay` : `${many} messages became ${left}`;
  const said = changed ? all : report.reason.charAt(0).toUpperCase() + report.reason.slice(1);
  byId("sentence", HTMLElement).textContent =
    `${said}. Read, planned, checked and applied in ${milliseconds(sum(times))}, on this device.`;
}

export function work({ times }: Compacted, report: Report): void {
  const rows: [string, string][] = [
    ["read", milliseconds(times.reading)],
    ["planned by the projector", milliseconds(times.planning)],
    ["checked and applied by the verifier", milliseconds(times.checking)],
  ];
  byId("times", HTMLElement).replaceChildren(
    ...rows.flatMap(([what, time]) => [el("dt", {}, what), el("dd", {}, time)]),
  );
  byId("report", HTMLElement).textContent = JSON.stringify(report, null, 1);
}

/** What the browser says of the compiled modules. */
export function components(sizes: number[], imports: string[]): void {
  const size = (bytes: number | undefined) => `${grouped(Math.round((bytes ?? 0) / 1000))} kB`;
  const said = imports.length === 0 ? "imports: none" : `imports: ${imports.join(", ")}`;
  const rows: [string, string][] = [
    ["projector", `${size(sizes[0])}, ${said}`],
    ["verifier", `${size(sizes[1])}, ${said}`],
  ];
  byId("components", HTMLElement).replaceChildren(
    ...rows.flatMap(([what, text]) => [el("dt", {}, what), el("dd", {}, text)]),
  );
}

const sum = (times: Times) => times.reading + times.planning + times.checking;

function milliseconds(time: number): string {
  if (time >= 1000) return `${(time / 1000).toFixed(1)} s`;
  return `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;
}
