import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Kysely } from 'kysely';
import { Client } from 'pg';
import { hashPassword } from '../../server/auth/passwords.ts';
import { addAccount, addOrganization } from '../../server/commands/account/add-account.ts';
import { makeKysely } from '../../server/postgres/kysely.ts';
import { openTestDatabase } from '../../server/postgres/test-database.ts';
import type { Tables } from '../../server/store/tables.ts';
import { TestClient } from '../server/support/test-client.ts';
import { PASSWORD, urlOf } from '../server/support/test-server.ts';
import { freePort } from '../support/free-port.ts';

/** A member of an organization that the run creates. */
export interface Person {
  uuid: string;
  email: string;
  /** A signed-in client that bypasses every proxy. */
  client: TestClient;
  /** From a separate sign-in, because the device refreshes its session, which ends the earlier token. */
  cookies: ReadonlyMap<string, string>;
}

/**
 * Returns the addresses under which browsers reach the server and its file store, given the ports that both
 * listen on, and the number of proxies to trust.
 */
export type Publish = (ports: {
  api: number;
  store: number;
}) => Promise<{ PUBLIC_URL?: string; STORE_PUBLIC_URL?: string; TRUST_PROXY?: string }>;

interface RealServerOptions {
  publish?: Publish;
  /** Whether the server accepts uploads in chunks. */
  resumableUploads?: boolean;
  /** The mail server; null = the server sends no mail. */
  smtpUrl?: string | null;
}

/** The server in its own process, which can be killed, and its database, which tests can read. */
export class RealServer {
  readonly port: number;
  readonly db: Kysely<Tables>;
  /** The folder of the file store. */
  readonly objects: string;
  readonly #env: Record<string, string>;
  readonly #close: () => Promise<void>;
  #passwordHash: Promise<string> | null = null;
  #child: ChildProcess | null = null;
  #said = '';

  private constructor(
    port: number,
    db: Kysely<Tables>,
    objects: string,
    env: Record<string, string>,
    close: () => Promise<void>,
  ) {
    this.port = port;
    this.db = db;
    this.objects = objects;
    this.#env = env;
    this.#close = close;
  }

  /** Starts a server with a new, empty database. */
  static async start({
    publish,
    resumableUploads = true,
    smtpUrl = null,
  }: RealServerOptions = {}): Promise<RealServer> {
    const database = await openTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'counterpart-chaos-'));
    const [port, storePort] = [await freePort(), await freePort()];
    const db = makeKysely<Tables>(database.address, { maxConnections: 3 });
    const settings = {
      PORT: String(port),
      STORE_PORT: String(storePort),
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(database.address),
      OBJECT_STORE: '',
      DEMO: '0',
      RESUMABLE_UPLOADS: resumableUploads ? '1' : '0',
      ...(smtpUrl !== null && { SMTP_URL: smtpUrl }),
      ...(await publish?.({ api: port, store: storePort })),
    };
    const server = new RealServer(port, db, join(dataDir, 'objects'), settings, async () => {
      await db.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    });
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the process, and waits for the line that says that it is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../server/main.ts')], {
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stderr.on('data', (chunk: Buffer) => (this.#said = (this.#said + chunk.toString()).slice(-20_000)));
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('Counterpart is ready')) continue;
      // Discards further output, which would otherwise fill the pipe.
      child.stdout.resume();
      return;
    }
    throw new Error(`The server did not start: ${this.#said}`);
  }

  /** Returns a connection to another database of the same cluster. */
  connect(database: string): Client {
    const url = new URL(this.#env['DATABASE_URL'] ?? '');
    url.pathname = `/${database}`;
    return new Client({ connectionString: url.href });
  }

  /** Kills the process (`kill -9`), without a shutdown. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  get runs(): boolean {
    const child = this.#child;
    return child !== null && child.exitCode === null && child.signalCode === null;
  }

  /** The process id. @throws {Error} if the server isn't running */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error('The server doesn’t run.');
    return pid;
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    await this.#close();
  }

  /** Returns the log output since the last call. */
  takeLog(): string {
    const said = this.#said;
    this.#said = '';
    return said;
  }

  /** Creates a firm with this many members, and signs each of them in. */
  async addMembers(count: number): Promise<Person[]> {
    const now = { now: () => new Date() };
    this.#passwordHash ??= hashPassword(PASSWORD);
    const password_hash = await this.#passwordHash;
    const accounts = await this.db.transaction().execute(async (tx) => {
      const organization = await addOrganization(now, tx, 'Whitfield & Crane LLP');
      const made: { uuid: string; email: string }[] = [];
      for (let index = 0; index < count; index += 1) {
        const email = `${organization}-${index}@firm.test`;
        const name = { first_name: 'Member', last_name: String(index) };
        made.push(
          await addAccount(now, tx, {
            ...name,
            email,
            organization,
            role: 'member',
            password_hash,
            is_demo: false,
          }),
        );
      }
      return made;
    });
    return Promise.all(
      accounts.map(async ({ uuid, email }) => {
        const [client, { cookies }] = [await this.#signIn(email), await this.#signIn(email)];
        return { uuid, email, client, cookies };
      }),
    );
  }

  async #signIn(email: string): Promise<TestClient> {
    const client = new TestClient(this.url);
    const answer = await client.post('/auth/login', { loginId: email, password: PASSWORD });
    if (answer.status !== 200) throw new Error(`Could not sign in: ${answer.status} ${answer.text}`);
    return client;
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || !this.runs) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}
