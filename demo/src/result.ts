/** Copy and download: the bytes of the result, as they came from the component. */

export function download(name: string, result: string): void {
  const url = URL.createObjectURL(new Blob([result], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name.replace(/(\.jsonl?)?(\.gz)?$/, "")}.cento.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Whether it is in the clipboard now. */
export async function copy(result: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(result);
    return true;
  } catch {
    return copiedByHand(result);
  }
}

/** For pages that may not use the clipboard, such as those from another machine without encryption. */
function copiedByHand(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
