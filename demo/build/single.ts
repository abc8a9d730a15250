/**
 * Two plugins of the build. `pack` puts the components and the sample into the page as one packed data block. `single`
 * makes one file of the page: script and style go inside, and a policy that names both by their sha256 and forbids
 * every connection. The page then works from a folder, a mail or a server alike.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Packs the files, in this order, where the page says `<!-- pack -->`. */
export function pack(python: string, packer: string, files: string[]): Plugin {
  return {
    name: "pack",
    transformIndexHtml: {
      order: "pre",
      handler(html) {
        const parts = files.map((file) => readFileSync(file));
        const packed = execFileSync(python, [packer], { input: Buffer.concat(parts), maxBuffer: 1 << 26 });
        const lengths = parts.map((part) => part.length).join(" ");
        const block =
          `<script id="pack" type="application/octet-stream" data-lengths="${lengths}">${packed.toString("base64")}</script>`;
        return html.replace("<!-- pack -->", () => block);
      },
    },
  };
}

export function single(): Plugin {
  return {
    name: "single",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("there is no page to put things into");
      let html = String(page.source);
      let [scripts, styles] = ["", ""];
      for (const [name, file] of Object.entries(bundle)) {
        if (file === page) continue;
        if (file.type === "chunk") scripts += file.code;
        else if (name.endsWith(".css")) styles += String(file.source);
        else throw new Error(`${name} would be a second file`);
        delete bundle[name];
      }
      if (/<\/script/i.test(scripts)) throw new Error("the script would end its own element");
      html = html.replace(/\s*<(script type="module"[^>]*><\/script|link rel="stylesheet"[^>]*)>/g, "");
      const policy = [
        "default-src 'none'",
        `script-src '${sha256(scripts)}' 'wasm-unsafe-eval'`,
        `style-src '${sha256(styles)}'`,
        "worker-src blob:",
        "connect-src 'none'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
      ].join("; ");
      html = html.replace("<!-- policy -->", () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`);
      html = html.replace("</head>", () => `<style>${styles}</style>\n</head>`);
      html = html.replace("</body>", () => `<script type="module">${scripts}</script>\n</body>`);
      page.source = html;
    },
  };
}

const sha256 = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
