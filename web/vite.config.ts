import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

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

export default defineConfig({
  plugins: [svelte(), licences()],
  build: {
    outDir: "../src/fatedeck/table/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
