import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';

/** What happens to one request and its response. Bytes are counted from the start of the head. */
export type Fault =
  | { kind: 'pass' }
  /** The connection breaks before anything reaches the server. */
  | { kind: 'reset' }
  /** The server gets only the first bytes of the request. */
  | { kind: 'cut request'; atByte: number }
  /** The client gets only the first bytes of the response. */
  | { kind: 'cut answer'; atByte: number }
  /** Nobody ever responds; `reaches` = the server receives the request anyway. */
  | { kind: 'black hole'; reaches: boolean }
  /** The server responds, but the client's connection breaks before it receives anything. */
  | { kind: 'swallow' }
  /** The server gets the request twice: at once, or again after this many further requests. */
  | { kind: 'duplicate'; after: number }
  /** Request and response arrive in pieces of this many bytes. */
  | { kind: 'slow'; pieceBytes: number }
  /** Something else responds; `reaches` = the server carries out the request anyway. */
  | { kind: 'stranger'; answer: StrangersAnswer; reaches: boolean };

export interface StrangersAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface ProxiedRequest {
  method: string;
  /** Path and query. */
  url: string;
}

/** The cookies that are sent with requests: those that the proxy stores, or the browser's own. */
export type CookieJar = 'of the proxy' | 'of the browser';

/** Returns the fault of a request. */
export type FaultPlan = (request: ProxiedRequest) => Fault;

/**
 * The network and the cookie jar of one browser profile. Every request to the real server passes through here
 * unchanged, and meets the fault in the plan. A cookie is stored once the client has received the response's
 * head, as in a browser.
 */
export class ChaosProxy {
  readonly origin: string;
  readonly cookies = new Map<string, string>();
  /** How many requests have met which fault. */
  readonly met = new Map<Fault['kind'] | 'offline', number>();
  /** Whether every connection is refused. */
  offline = false;
  readonly #server: Server;
  readonly #port: number;
  readonly #jar: CookieJar;
  #plan: FaultPlan;
  readonly #clients = new Set<Socket>();
  readonly #exchanges = new Set<Promise<void>>();
  #late: { due: number; request: Buffer }[] = [];
  #count = 0;

  private constructor(server: Server, port: number, plan: FaultPlan, jar: CookieJar) {
    this.#server = server;
    this.#port = port;
    this.#jar = jar;
    this.#plan = plan;
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
    this.origin = `http://127.0.0.1:${address.port}`;
    server.on('connection', (socket) => {
      this.#clients.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#clients.delete(socket));
      if (this.offline) socket.resetAndDestroy();
    });
    server.on('request', (request) => this.#begin(request));
  }

  /** Listens on its own port, in front of the server on `port`. */
  static async open(port: number, plan: FaultPlan, jar: CookieJar = 'of the proxy'): Promise<ChaosProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new ChaosProxy(server, port, plan, jar);
  }

  /** From now on, requests meet the faults of this plan. */
  follow(plan: FaultPlan): void {
    this.#plan = plan;
  }

  /** Ends all faults. Hanging requests are cut off, and all duplicates have been sent when this resolves. */
  async heal(): Promise<void> {
    this.offline = false;
    this.#plan = () => ({ kind: 'pass' });
    // Excludes requests that begin from now on, because an event stream never ends.
    const underWay = [...this.#exchanges];
    this.breakConnections();
    for (const { request } of this.#late.splice(0)) await this.#drain(request);
    await Promise.all(underWay);
  }

  /**
   * Breaks all connections, as if a cable were pulled. Requests in progress may or may not have reached the
   * server.
   */
  breakConnections(): void {
    for (const socket of this.#clients) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.breakConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #begin(request: IncomingMessage): void {
    const { socket, method = 'GET', url = '/' } = request;
    const body: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => body.push(chunk));
    request.on('end', () => {
      const fault: Fault = this.#plan({ method, url });
      this.met.set(fault.kind, (this.met.get(fault.kind) ?? 0) + 1);
      this.#hold(this.#exchange(socket, this.#requestBytes(request, Buffer.concat(body)), fault));
    });
  }

  #hold(exchange: Promise<void>): void {
    this.#exchanges.add(exchange);
    void exchange.finally(() => this.#exchanges.delete(exchange));
  }

  /** Returns the request as sent to the server: on a separate connection, with the profile's cookies. */
  #requestBytes({ method, url, rawHeaders }: IncomingMessage, body: Buffer): Buffer {
    const lines = [`${method ?? 'GET'} ${url ?? '/'} HTTP/1.1`];
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] ?? '';
      if (/^(connection|transfer-encoding|content-length)$/i.test(name)) continue;
      if (this.#jar === 'of the proxy' && /^cookie$/i.test(name)) continue;
      lines.push(`${name}: ${rawHeaders[at + 1] ?? ''}`);
    }
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (this.#jar === 'of the proxy' && cookie !== '') lines.push(`cookie: ${cookie}`);
    if (body.length > 0) lines.push(`content-length: ${body.length}`);
    lines.push('connection: close', '', '');
    return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), body]);
  }

  async #exchange(client: Socket, request: Buffer, fault: Fault): Promise<void> {
    this.#count += 1;
    this.#sendLate();
    switch (fault.kind) {
      case 'pass':
        await this.#forward(client, request, {});
        return;
      case 'reset':
        client.resetAndDestroy();
        return;
      case 'cut request':
        await this.#drain(request.subarray(0, fault.atByte));
        client.resetAndDestroy();
        return;
      case 'cut answer':
        await this.#forward(client, request, { cutAt: fault.atByte });
        return;
      case 'black hole':
        // The client gives up, or `heal` ends the request.
        if (fault.reaches) await this.#drain(request);
        return;
      case 'swallow':
        await this.#drain(request);
        client.resetAndDestroy();
        return;
      case 'duplicate':
        if (fault.after > 0) {
          this.#late.push({ due: this.#count + fault.after, request });
          await this.#forward(client, request, {});
        } else await Promise.all([this.#forward(client, request, {}), this.#drain(request)]);
        return;
      case 'slow':
        await this.#forward(client, request, { pieceBytes: fault.pieceBytes });
        return;
      case 'stranger':
        if (fault.reaches) await this.#drain(request);
        client.end(answerBytes(fault.answer));
    }
  }

  #sendLate(): void {
    const due = this.#late.filter((late) => late.due <= this.#count);
    this.#late = this.#late.filter((late) => late.due > this.#count);
    for (const { request } of due) this.#hold(this.#drain(request));
  }

  /** Sends these bytes to the server, and discards its response. */
  async #drain(request: Buffer): Promise<void> {
    if (request.length === 0) return;
    await new Promise<void>((resolve) => {
      const server = connect(this.#port, '127.0.0.1');
      let received = '';
      server.on('error', () => resolve());
      server.on('close', () => resolve());
      server.on('data', (chunk: Buffer) => {
        received = (received + chunk.toString('latin1')).slice(0, 4000);
        // An event stream never ends.
        if (/^content-type: text\/event-stream/im.test(received)) server.destroy();
      });
      // Sends only the beginning of the request.
      server.write(request, () => {
        if (!isWhole(request)) server.destroy();
      });
    });
  }

  async #forward(
    client: Socket,
    request: Buffer,
    { cutAt = Infinity, pieceBytes = Infinity }: { cutAt?: number; pieceBytes?: number },
  ): Promise<void> {
    const server = connect(this.#port, '127.0.0.1');
    const closed = new Promise<void>((resolve) => {
      server.on('close', () => resolve());
    });
    server.on('error', () => undefined);
    const giveUp = () => server.destroy();
    client.on('close', giveUp);
    let head = '';
    let passed = 0;
    try {
      await writePieces(server, request, pieceBytes);
      for await (const chunk of server.iterator({ destroyOnReturn: true })) {
        if (!Buffer.isBuffer(chunk)) continue;
        const rest = chunk.subarray(0, cutAt - passed);
        if (!head.includes('\r\n\r\n')) head = this.#keepCookies(head + rest.toString('latin1'));
        await writePieces(client, rest, pieceBytes);
        passed += rest.length;
        if (passed >= cutAt) break;
      }
      if (passed >= cutAt || passed === 0) client.resetAndDestroy();
      else client.end();
    } catch {
      // When one side closes, so does the other.
      client.resetAndDestroy();
    } finally {
      client.off('close', giveUp);
      server.destroy();
      await closed;
    }
  }

  /**
   * Stores the cookies in a response's head once the client has received the whole head. Returns the head.
   */
  #keepCookies(head: string): string {
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return head;
    for (const line of head.slice(0, end).split('\r\n')) {
      const [, name, value, attributes] = /^set-cookie: ([^=]+)=([^;]*)(.*)$/i.exec(line) ?? [];
      if (name === undefined || value === undefined) continue;
      if (/max-age=0(;|$)/i.test(attributes ?? '')) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return head;
  }
}

function isWhole(request: Buffer): boolean {
  const end = request.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = request.toString('latin1', 0, end);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  return request.length >= end + 4 + length;
}

/** @throws {Error} if the other side has closed the connection */
async function writePieces(socket: Socket, bytes: Buffer, pieceBytes: number): Promise<void> {
  const slow = pieceBytes < bytes.length;
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const piece = bytes.subarray(from, from + pieceBytes);
    await new Promise<void>((resolve, reject) => {
      if (socket.destroyed) reject(new Error('The connection is closed.'));
      // Without a pause, the pieces would arrive together.
      else
        socket.write(piece, (error) => {
          if (error) reject(error);
          else if (slow) setTimeout(resolve, 1);
          else resolve();
        });
    });
  }
}

function answerBytes({ status, headers, body }: StrangersAnswer): string {
  const lines = [
    `HTTP/1.1 ${status} .`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(status === 304 ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    'connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${status === 304 ? '' : body}`;
}
