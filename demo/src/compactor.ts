/**
 * The page's side of the worker: starts it from the page's own text, and gives a function that compacts. Only the
 * newest session counts; what comes of an older one is not told any more.
 */
import type { Options } from "cento/engine";
import type { Compacted, FromWorker, Phase, ToWorker } from "./protocol.ts";
import PageWorker from "./worker.ts?worker&inline";

/** What is known of the components once they are loaded. */
export interface Loaded {
  sample: string;
  imports: string[];
  sizes: number[];
}

export interface Listener {
  phase(phase: Phase): void;
  done(compacted: Compacted): void;
  failed(message: string): void;
}

export interface Compactor {
  compact(session: string, options: Options, listener: Listener): void;
}

/** `pack` is the element that holds the packed components. */
export function start(pack: HTMLElement): Promise<[Loaded, Compactor]> {
  const worker = new PageWorker();
  const post = (message: ToWorker) => worker.postMessage(message);
  let newest = 0;
  let listener: Listener | undefined;
  const compactor: Compactor = {
    compact(session, options, told) {
      newest += 1;
      listener = told;
      post({ kind: "compact", id: newest, session, options });
    },
  };
  return new Promise((resolve, reject) => {
    worker.addEventListener("error", (event) => reject(new Error(event.message || "the worker did not start")));
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === "ready") return resolve([data, compactor]);
      if (data.kind === "broken") return reject(new Error(data.message));
      if (data.id !== newest || !listener) return;
      if (data.kind === "phase") listener.phase(data.phase);
      else if (data.kind === "done") listener.done(data.compacted);
      else listener.failed(data.message);
    });
    const lengths = (pack.dataset["lengths"] ?? "").split(" ").map(Number);
    post({ kind: "load", packed: pack.textContent ?? "", lengths });
    pack.remove();
  });
}
