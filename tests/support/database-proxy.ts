import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { DatabaseAddress } from '../../server/postgres/open-database.ts';

export type DatabaseProxy = {
  url: string;
  /** Blocks everything without an error, like a database that hangs. */
  freeze(): void;
  /** Cuts connections and refuses new ones, like a database that was stopped. */
  stop(): Promise<void>;
  /** Ends a freeze or a stop. */
  resume(): Promise<void>;
  close(): Promise<void>;
};

/** Starts a proxy for the database that can be frozen and stopped. */
export async function startDatabaseProxy(address: DatabaseAddress): Promise<DatabaseProxy> {
  const { target, login } = parse(address);
  const pairs = new Set<[Socket, Socket]>();
  let frozen = false;
  let port = 0;
  let server: Server | null = null;
  const accept = (client: Socket) => {
    const upstream = 'path' in target ? createConnection(target.path) : createConnection(target);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    for (const [from, to] of [pair, [upstream, client] as const] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
      from.on('data', (bytes) => to.write(bytes));
      if (frozen) from.pause();
    }
  };
  const listen = async () => {
    const next = createServer(accept);
    await new Promise<void>((resolve) => next.listen(port, '127.0.0.1', resolve));
    const at = next.address();
    port = typeof at === 'object' && at ? at.port : 0;
    server = next;
  };
  const stop = async () => {
    const closing = server;
    server = null;
    for (const [client] of pairs) client.destroy();
    if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()));
  };
  await listen();
  return {
    url: `postgres://${login}@127.0.0.1:${port}`,
    freeze: () => {
      frozen = true;
      for (const sockets of pairs) for (const socket of sockets) socket.pause();
    },
    stop,
    resume: async () => {
      frozen = false;
      for (const sockets of pairs) for (const socket of sockets) socket.resume();
      if (!server) await listen();
    },
    close: stop,
  };
}

function parse(address: DatabaseAddress): {
  target: { path: string } | { host: string; port: number };
  login: string;
} {
  if ('connectionString' in address) {
    const url = new URL(address.connectionString);
    const folder = url.searchParams.get('host');
    const port = Number(url.port || '5432');
    return {
      target: folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port },
      login: `${url.username}:${url.password}`,
    };
  }
  const { host, port, user, password } = address;
  return {
    target: host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
    login: `${encodeURIComponent(user)}:${encodeURIComponent(password)}`,
  };
}
