import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../support/free-port.ts';

/**
 * A connection between the browser and a port of the server, which can be cut and slowed, and counts bytes.
 */
export interface Wire {
  port: number;
  /** Breaks every connection and refuses new ones, for page, workers and service worker alike. */
  cut(): Promise<void>;
  /** Repairs the wire; does nothing if it was not cut. */
  restore(): Promise<void>;
  /** Limits the bytes per second to the server; null = no limit. */
  slowTo(bytesPerSecond: number | null): void;
  /**
   * Serves this script for the path instead of the server's file, like another build of the app; null = the
   * server's file again.
   */
  standIn(path: string, script: string | null): void;
  /** Returns how many bytes have gone to the server since the start. */
  sentSoFar(): number;
  /** Resolves when this many bytes have gone to the server since the start. */
  sent(bytes: number): Promise<void>;
  /** Resolves at the first byte of the next new connection, with its time (`performance.now()`). */
  nextConnection(): Promise<number>;
  close(): Promise<void>;
}

/** Opens a wire to a local port. It listens on a port that no outgoing connection can take while the wire is cut. */
export async function openWire(target: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  /**
   * Clients that are not read from until their last bytes have taken as long as the current rate requires.
   */
  const slowed = new Map<Socket, ReturnType<typeof setTimeout>>();
  const scripts = new Map<string, string>();
  let onConnection = (_firstByteAt: number): void => undefined;
  let rate: number | null = null;
  let total = 0;

  const forward = (client: Socket): void => {
    // The connection arrived just before the wire was cut.
    if (!server.listening) {
      client.destroy();
      return;
    }
    const upstream = connect(target, '127.0.0.1');
    const carryOn = (): void => {
      slowed.delete(client);
      client.resume();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        clearTimeout(slowed.get(client));
        slowed.delete(client);
        client.destroy();
        upstream.destroy();
      });
    }
    const isNew = onConnection;
    client.once('data', () => isNew(performance.now()));
    client.on('data', (chunk: Buffer) => {
      total += chunk.length;
      for (const check of waiting) check();
      const script = scripts.get(pathAsked(chunk) ?? '');
      if (script === undefined) upstream.write(chunk);
      else client.write(withHead(script));
      if (rate === null) return;
      client.pause();
      slowed.set(client, setTimeout(carryOn, (chunk.length / rate) * 1000));
    });
    upstream.pipe(client);
  };

  const port = await freePort();
  let server = await listen(port, forward);
  const drop = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    port,
    cut: drop,
    async restore() {
      if (server.listening) return;
      server = await listen(port, forward);
    },
    slowTo(bytesPerSecond) {
      rate = bytesPerSecond;
      // The waits were computed for the previous rate.
      for (const [client, timer] of slowed) {
        clearTimeout(timer);
        client.resume();
      }
      slowed.clear();
    },
    standIn(path, script) {
      if (script === null) scripts.delete(path);
      else scripts.set(path, script);
    },
    sentSoFar: () => total,
    async sent(bytes) {
      await new Promise<void>((resolve) => {
        const check = () => {
          if (total < bytes) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      });
    },
    async nextConnection() {
      return new Promise((resolve) => {
        onConnection = resolve;
      });
    },
    async close() {
      if (server.listening) await drop();
    },
  };
}

/**
 * Returns the path of a GET request. A browser sends the whole head at once, and the next request only after
 * the response.
 */
function pathAsked(chunk: Buffer): string | undefined {
  return /^GET (\S+) HTTP\/1\.1\r\n/.exec(chunk.toString('latin1', 0, 512))?.[1];
}

function withHead(script: string): string {
  const head = [
    'HTTP/1.1 200 OK',
    'Content-Type: text/javascript; charset=utf-8',
    'Cache-Control: no-cache',
    `Content-Length: ${Buffer.byteLength(script)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${script}`;
}

async function listen(port: number, forward: (client: Socket) => void): Promise<Server> {
  const server = createServer(forward);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
