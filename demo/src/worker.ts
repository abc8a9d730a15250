/**
 * The worker: unpacks and compiles the components once, then takes sessions and gives what came of them. All work is
 * done here, so that the page answers while a large session is compacted.
 */
import { CentoError, engine, type Engine, type Options } from "cento/engine";
import type { Compacted, FromWorker, Phase, Times, ToWorker } from "./protocol.ts";
import { unpack } from "./unpack.ts";

const post = (message: FromWorker) => self.postMessage(message);
let cento: Engine | undefined;

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "load") load(data.packed, data.lengths);
  else compact(data.id, data.session, data.options);
});

function load(packed: string, lengths: number[]): void {
  try {
    const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
    const all = unpack(bytes, lengths.reduce((sum, length) => sum + length, 0));
    let at = 0;
    const parts = lengths.map((length) => all.subarray(at, (at += length)));
    const [projector, verifier] = parts.slice(0, 2).map((part) => new WebAssembly.Module(part));
    if (!projector || !verifier) throw new Error("a component is missing");
    cento = engine({ projector, verifier });
    const imports = [projector, verifier].flatMap((module) =>
      WebAssembly.Module.imports(module).map((one) => `${one.module} ${one.name}`),
    );
    post({ kind: "ready", sample: new TextDecoder().decode(parts[2]), imports, sizes: lengths.slice(0, 2) });
  } catch (error) {
    post({ kind: "broken", message: error instanceof Error ? error.message : String(error) });
  }
}

function compact(id: number, session: string, options: Options): void {
  if (!cento) return post({ kind: "failed", id, message: "the components are not loaded" });
  try {
    post({ kind: "done", id, compacted: run(cento, id, session, options) });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    post({ kind: "failed", id, message: error instanceof CentoError ? said : `something in this page failed: ${said}` });
  }
}

function run({ open, plan, finish, anchors }: Engine, id: number, session: string, options: Options): Compacted {
  const times: Times = { reading: 0, planning: 0, checking: 0 };
  const timed = <T>(phase: Phase, step: () => T): T => {
    post({ kind: "phase", id, phase });
    const start = performance.now();
    const value = step();
    times[phase] = performance.now() - start;
    return value;
  };
  const opened = timed("reading", () => open(session, options));
  const planned = timed("planning", () => plan(opened));
  const result = timed("checking", () => finish(session, planned, options));
  return { opened, plan: planned, result, anchors: anchors(opened), times };
}
