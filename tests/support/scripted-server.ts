import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server received it. */
export interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A complete response. `ours` adds the header that marks it as Counterpart's (default: true). */
export interface Answering {
  status: number;
  ours?: boolean;
  headers?: Record<string, string>;
  /** Text is sent unchanged, anything else as JSON. */
  body?: unknown;
  /** Announces more bytes than it sends, then breaks the connection. */
  cut?: boolean;
}

type Script = (request: Seen) => Answering | 'hang up' | Promise<Answering | 'hang up'>;

/**
 * A real HTTP server on its own port that responds as scripted, also like a captive portal, a firewall or a
 * broken connection.
 */
export class ScriptedServer {
  readonly origin: string;
  readonly seen: Seen[] = [];
  script: Script = () => 'hang up';
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.origin = `http://127.0.0.1:${port}`;
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        void this.#answer({ method, url, headers, body: Buffer.concat(chunks).toString() }, response);
      });
    });
  }

  static async start(): Promise<ScriptedServer> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new ScriptedServer(server);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #answer(request: Seen, response: ServerResponse): Promise<void> {
    this.seen.push(request);
    const answer = await this.script(request);
    if (answer === 'hang up') {
      response.destroy();
      return;
    }
    const text = answer.body === undefined || typeof answer.body === 'string';
    const body = text ? String(answer.body ?? '') : JSON.stringify(answer.body);
    response.writeHead(answer.status, {
      ...(answer.ours === false ? {} : { 'x-counterpart': '1' }),
      ...(text ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...(answer.cut ? { 'content-length': String(body.length + 1000) } : {}),
      ...answer.headers,
    });
    if (answer.cut) response.write(body, () => response.destroy());
    else response.end(body);
  }
}
