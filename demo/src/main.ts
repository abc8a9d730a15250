/** Starts the page: loads the components, shows the sample, and takes what a person drops, chooses, pastes or sets. */
import "../style.css";
import type { Options } from "cento/engine";
import { start, type Compactor } from "./compactor.ts";
import { byId, grouped } from "./dom.ts";
import { watch } from "./options.ts";
import { copy, download } from "./result.ts";
import { read, type Given } from "./session.ts";
import { status } from "./status.ts";
import { components } from "./totals.ts";
import { side, view } from "./view.ts";

const SAMPLE = "tides.json";
let compactor: Compactor | undefined;
let given: Given | undefined;
/** Of the session whose result is on the page. */
let result: { name: string; text: string } | undefined;
let round = 0;

const settings = watch(() => given && compact(given));
wire();
try {
  const [loaded, ready] = await start(byId("pack", HTMLElement));
  compactor = ready;
  components(loaded.sizes, loaded.imports);
  const sample = () => compact({ name: SAMPLE, text: loaded.sample });
  byId("sample", HTMLButtonElement).addEventListener("click", sample);
  if (given) compact(given);
  else sample();
  // For the console: the same work without the view.
  Object.assign(globalThis, {
    cento: (text: string, options: Options = {}) =>
      new Promise<string>((resolve, reject) => {
        ready.compact(text, options, { phase: () => {}, failed: reject, done: (compacted) => resolve(compacted.result) });
      }),
  });
} catch (error) {
  status.failed(`The components could not be loaded: ${error instanceof Error ? error.message : String(error)}`);
}

function compact(session: Given): void {
  given = session;
  if (!compactor) return;
  const own = ++round;
  const { name, text } = session;
  status.busy(`${name}, ${grouped(Math.ceil(text.length / 1000))} kB: reading`);
  compactor.compact(text, settings.options(), {
    phase: (phase) => status.busy(`${name}: ${phase}`),
    failed: (message) => failed(name, message),
    done: (compacted) => {
      result = { name, text: compacted.result };
      byId("name", HTMLElement).textContent = name;
      byId("result", HTMLElement).hidden = false;
      const drawn = (part: number) => {
        if (own === round) status.busy(`${name}: drawing`, part);
        return own === round;
      };
      void view(compacted, settings.used, drawn).then(() => own === round && status.done(`${name}: done. ${byId("sentence", HTMLElement).textContent}`, true));
    },
  });
}

async function take(file: File | undefined): Promise<void> {
  if (!file) return;
  status.busy(`${file.name}: reading`);
  try {
    compact(await read(file));
  } catch (error) {
    failed(file.name, error instanceof Error ? error.message : String(error));
  }
}

function failed(name: string, message: string): void {
  status.failed(`${name}: ${message}. ${result ? `What is shown is still ${result.name}.` : ""}`);
}

function wire(): void {
  const chooser = byId("file", HTMLInputElement);
  byId("choose", HTMLButtonElement).addEventListener("click", () => chooser.click());
  chooser.addEventListener("change", () => {
    void take(chooser.files?.[0]);
    chooser.value = "";
  });
  const page = document.documentElement;
  page.addEventListener("dragover", (event) => {
    event.preventDefault();
    page.classList.add("over");
  });
  page.addEventListener("dragleave", (event) => event.relatedTarget ?? page.classList.remove("over"));
  page.addEventListener("drop", (event) => {
    event.preventDefault();
    page.classList.remove("over");
    const text = event.dataTransfer?.getData("text/plain");
    if (event.dataTransfer?.files[0]) void take(event.dataTransfer.files[0]);
    else if (text) compact({ name: "dropped text", text });
  });
  const area = byId("paste", HTMLTextAreaElement);
  byId("use-paste", HTMLButtonElement).addEventListener("click", () => compact({ name: "pasted text", text: area.value }));
  for (const button of document.querySelectorAll<HTMLElement>("[data-show]")) {
    button.addEventListener("click", () => side(button.dataset["show"] === "before" ? "before" : "after"));
  }
  byId("after", HTMLElement).addEventListener("back", () => side("after"));
  byId("download", HTMLButtonElement).addEventListener("click", () => result && download(result.name, result.text));
  byId("copy", HTMLButtonElement).addEventListener("click", async () => {
    if (result) status.done((await copy(result.text)) ? "The result is in the clipboard." : "The browser forbids copying.");
  });
}
