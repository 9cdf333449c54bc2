import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { extname, join, resolve } from 'node:path';
import { build } from 'vite';
import { runCommand } from '../../../scripts/run-command.ts';

/** Where the pages under measure are, beside each other in one build. */
const PAGES = {
  counterpart: 'tests/bench/pages/counterpart.html',
  indexeddb: 'tests/bench/pages/indexeddb.html',
  dexie: 'tests/bench/pages/dexie.html',
  rxdb: 'bench/rxdb.html',
  replicache: 'bench/replicache.html',
} as const;
export type PageName = keyof typeof PAGES;

const OUT = 'bench/dist';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Installs the peers, checks their pages and builds all of them as for production. Throws with what failed. */
export async function buildPages(): Promise<void> {
  await mustRun('npm', ['ci', '--no-audit', '--no-fund'], 'bench');
  await mustRun('tsc', ['--project', 'bench/tsconfig.json']);
  await build({
    configFile: false,
    logLevel: 'warn',
    worker: { format: 'es' },
    build: {
      outDir: OUT,
      emptyOutDir: true,
      target: 'chrome120',
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000,
      rollupOptions: { input: Object.values(PAGES).map((page) => resolve(page)) },
    },
  });
}

async function mustRun(command: string, parameters: string[], folder?: string): Promise<void> {
  const { code, output } = await runCommand(command, parameters, { folder });
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} failed:\n${output}`);
}

/** The built pages on a port of their own, isolated, so that the page's clock is precise to 5 µs. */
export interface PageServer {
  urlOf(page: PageName): string;
  close(): Promise<void>;
}

export async function servePages(): Promise<PageServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    void readFile(join(OUT, pathname)).then(
      (body) =>
        response
          .writeHead(200, {
            'content-type': TYPES[extname(pathname)] ?? 'application/octet-stream',
            'cross-origin-opener-policy': 'same-origin',
            'cross-origin-embedder-policy': 'require-corp',
          })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    urlOf: (page) => `http://127.0.0.1:${address.port}/${PAGES[page]}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
