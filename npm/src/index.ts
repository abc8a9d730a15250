/**
 * Cento for Node: loads the components from the files beside this one and exports the engine's verbs. Sessions come as
 * text or as the bytes of a file, gzipped or not.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { CentoError, engine, type Anchor, type Engine, type Options } from "./engine.js";

export { CentoError } from "./engine.js";
export type { Anchor, AnchorKind, Engine, Options, Score } from "./engine.js";

const load = (file: string) => new WebAssembly.Module(readFileSync(new URL(file, import.meta.url)));
let loaded: Engine | undefined;

/** The engine, loaded at the first call; its single steps are for hosts that want to see the plan. */
export function cento(): Engine {
  loaded ??= engine({
    projector: load("./projector/projector.core.wasm"),
    verifier: load("./verifier/verifier.core.wasm"),
  });
  return loaded;
}

/** The shorter session, `{"messages": [...], "report": {...}}`: the bytes that `cento compact` prints. */
export function compact(session: string | Uint8Array, options?: Options): string {
  return cento().compact(text(session), options);
}

/** Issues, commits, branches, files and addresses of the messages that `compact` would drop. */
export function anchors(session: string | Uint8Array, options?: Options, maxBytes?: number): Anchor[] {
  return cento().anchors(cento().open(text(session), options), maxBytes);
}

function text(session: string | Uint8Array): string {
  if (typeof session === "string") return session;
  if (!(session instanceof Uint8Array)) {
    throw new CentoError("expected text or bytes; a list of messages goes through JSON.stringify", "input");
  }
  try {
    const bytes = session[0] === 0x1f && session[1] === 0x8b ? gunzipSync(session) : session;
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const damaged = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw new CentoError(damaged ? "damaged gzip data" : "not UTF-8", "input");
  }
}
