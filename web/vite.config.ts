import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig, type Plugin, type Rolldown } from "vite";

type Chunk = Rolldown.OutputChunk;

const server = process.env.FATEDECK_SERVER ?? "http://127.0.0.1:8000";

const COPIED: Record<string, string> = {
  "fraunces.txt": "node_modules/@fontsource-variable/fraunces/LICENSE",
  "inter.txt": "node_modules/@fontsource-variable/inter/LICENSE",
  "noble-hashes.txt": "node_modules/@noble/hashes/LICENSE",
  "svelte.txt": "node_modules/svelte/LICENSE.md",
};

/** The licences of what is built in, beside it, as they ask for. */
function licences(): Plugin {
  return {
    name: "licences",
    generateBundle() {
      for (const [name, path] of Object.entries(COPIED)) {
        this.emitFile({ type: "asset", fileName: `licences/${name}`, source: readFileSync(path) });
      }
    },
  };
}

/** The page for a table's link: the same, but the line is opened at once, and the browser is told what a table needs. */
function tablePage(): Plugin {
  return {
    name: "table-page",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      const [play, dial] = ["play", "dial"].map((name) => Object.values(bundle).find((file): file is Chunk => file.type === "chunk" && file.name === name));
      if (page?.type !== "asset" || !play || !dial) throw new Error("There is no page, or no code for a table.");
      const html = String(page.source).replace("<script ", `<script type="module" crossorigin src="/${dial.fileName}"></script>\n    <script `);
      this.emitFile({ type: "asset", fileName: "table.html", source: early(html, play, bundle) });
    },
  };
}

/** A page that fetches a chunk, all that it imports and their styles at once instead of one after the other. */
function early(html: string, first: Chunk, bundle: Record<string, { type: string }>): string {
  const chunks = new Set([first]);
  for (const chunk of chunks) for (const name of chunk.imports) chunks.add(bundle[name] as Chunk);
  const links = [...chunks]
    .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
    .filter((name) => !html.includes(name))
    .map((name) => `<link rel="${name.endsWith(".css") ? "stylesheet" : "modulepreload"}" crossorigin href="/${name}">`);
  return html.replace("</head>", `  ${links.join("\n    ")}\n  </head>`);
}

/** What keeps its name only while it stays the same is compressed once, here, as well as can be. */
function compressed(): Plugin {
  return {
    name: "compressed",
    writeBundle({ dir = "" }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css)$/.test(file))) {
        const path = join(dir, name);
        const source = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(source));
        writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), licences(), tablePage(), compressed()],
  build: {
    outDir: "../src/fatedeck/table/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", dial: "src/lib/dial.ts" },
      output: {
        codeSplitting: {
          // One file for the start page and one more for a table: small ones would wait for each other.
          groups: [
            { name: "dial", test: /src\/lib\/dial\.ts$/, priority: 3 },
            { name: "start", test: /src\/main\.ts$/, priority: 2 },
            { name: "play", test: /src\/play\.ts$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: server, ws: true } } },
});
