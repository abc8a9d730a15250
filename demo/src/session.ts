/** Reads what a person drops or chooses: a file of UTF-8 text, packed with gzip or not. Errors are sentences. */

/** Beyond this a page runs out of memory before it is done. */
const MOST_BYTES = 200 << 20;

export interface Given {
  name: string;
  text: string;
}

export async function read(file: File): Promise<Given> {
  if (file.size > MOST_BYTES) throw new Error("larger than 200 MB; the program `cento` takes it, this page does not");
  let bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0x1f && second === 0x8b) bytes = await unzipped(bytes);
  try {
    return { name: file.name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    throw new Error("this is no text (not UTF-8)");
  }
}

async function unzipped(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  try {
    return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  } catch {
    throw new Error("damaged gzip data");
  }
}
