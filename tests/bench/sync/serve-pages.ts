import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { OUT, PAGES, type PageName } from './build-pages.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/**
 * Serves the built pages on a separate port, cross-origin isolated, so that the page's clock is precise to 5
 * µs.
 */
export interface PageServer {
  urlOf(page: PageName): string;
  close(): Promise<void>;
}

/** The API at the same origin as the pages, and a callback for its responses. */
export interface Behind {
  url: string;
  /** `bytes`: the size of the body as it was transferred. */
  onAnswer: (answer: { path: string; status: number; bytes: number }) => void;
}

export async function servePages(behind?: Behind): Promise<PageServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (behind && pathname.startsWith('/api/')) {
      forward(behind, request, response);
      return;
    }
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

function forward({ url, onAnswer }: Behind, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request;
  const path = request.url ?? '/';
  const onward = send(`${url}${path}`, { method, headers }, (answer) => {
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    answer.on('end', () => onAnswer({ path, status: answer.statusCode ?? 0, bytes }));
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}
