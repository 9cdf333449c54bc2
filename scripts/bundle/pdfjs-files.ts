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
 * The folder where src/app/viewer/pdfjs.ts finds the files that pdf.js loads itself. It is in assets/ because
 * its files never change: its name contains the version.
 */
const base = `assets/pdfjs-${version}/`;

/**
 * The list of these files, which changes only with the version of pdf.js. It is too long to be precached
 * (scripts/bundle/offline-files.ts).
 */
export const pdfjsList = `${base}files.json`;

/** The unchanged worker of pdf.js. This is its build for older browsers, which some users have. */
const worker = 'legacy/build/pdf.worker.min.mjs';

/** Character maps, fonts that PDFs don't have to embed, and decoders for scans. */
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

/** Scripts inside PDFs are not run. */
const unused = /^quickjs-/;

/** Maps each name below `base` to a file on disk. */
function files(): ReadonlyMap<string, string> {
  const found = new Map([['pdf.worker.min.mjs', join(home, worker)]]);
  for (const folder of folders) {
    for (const name of readdirSync(join(home, folder))) {
      if (!unused.test(name)) found.set(`${folder}/${name}`, join(home, folder, name));
    }
  }
  return found;
}

/**
 * Serves pdf.js's own files from our origin, both in the build and during development, so that pdf.js
 * requests nothing from other hosts.
 */
export function pdfjsFiles(): Plugin {
  return {
    name: 'counterpart-pdfjs-files',
    generateBundle() {
      // Only once: the service worker's build uses the same plugins.
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
