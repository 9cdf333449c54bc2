import { createReadStream, existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, normalize } from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')));

/**
 * Where src/app/viewer/pdfjs.ts finds the files that pdf.js loads itself. They are in assets/, because their address contains the
 * version, so they never change.
 */
const base = `assets/pdfjs-${version}/`;

/** A list of these files, which change only with the version of pdf.js. It is too long for the precache (scripts/bundle/offline-files.ts). */
export const pdfjsList = `${base}files.json`;

/** Its worker, unchanged: the build for browsers that are a few years old, which some users have. */
const worker = 'legacy/build/pdf.worker.min.mjs';

/** Character maps, fonts that PDFs may leave out, and decoders of scans. */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

/** Scripts inside PDFs are not run. */
const unused = /^quickjs-/;

/** Name below `base` → file on disk. */
function files(): ReadonlyMap<string, string> {
  const found = new Map([['pdf.worker.min.mjs', join(home, worker)]]);
  for (const folder of folders) {
    for (const name of readdirSync(join(home, folder))) {
      if (!unused.test(name)) found.set(`${folder}/${name}`, join(home, folder, name));
    }
  }
  return found;
}

/** Serves pdf.js's own files from our origin, in the build and during development, so that it requests nothing from other hosts. */
export function pdfjsFiles(): Plugin {
  return {
    name: 'counterpart-pdfjs-files',
    generateBundle() {
      // Only once: the service worker's build has the same plugins.
      if (this.environment.name !== 'client') return;
      for (const [name, path] of files())
        this.emitFile({ type: 'asset', fileName: `${base}${name}`, source: readFileSync(path) });
      const own = [...files().keys()].filter((name) => !/(^|\/)LICENSE/.test(name));
      const source = JSON.stringify(own.map((name) => `/${base}${name}`));
      this.emitFile({ type: 'asset', fileName: pdfjsList, source });
    },
    configureServer(server) {
      server.middlewares.use(`/${base}`, (request, response, next) => {
        const path = files().get(normalize((request.url ?? '/').slice(1)));
        if (path === undefined || !existsSync(path)) return next();
        response.setHeader('Content-Type', contentType(path));
        createReadStream(path).pipe(response);
      });
    },
  };
}

function contentType(path: string): string {
  switch (extname(path)) {
    case '.mjs':
    case '.js':
      return 'text/javascript';
    case '.wasm':
      return 'application/wasm';
    default:
      return 'application/octet-stream';
  }
}
