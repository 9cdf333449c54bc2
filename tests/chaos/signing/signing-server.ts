import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildApp, isStale } from '../../../scripts/app-build.ts';
import type { ObjectStore } from '../../../server/storage/object-store.ts';
import { openObjectStore } from '../../../server/storage/open-object-store.ts';
import { hashOfToken } from '../../../server/store/deals/packets/signing-links.ts';
import { MailCatcher } from '../../server/support/mail-catcher.ts';
import { ChaosProxy, type Fault } from '../../support/chaos-proxy.ts';
import { planFaults, uploading } from '../fault-plan.ts';
import type { Random } from '../random.ts';
import { RealServer, type Publish } from '../real-server.ts';

const PASS: Fault = { kind: 'pass' };

/**
 * The built app, the real server and its mail, with a network between signatories and server that fails as
 * the seed determines.
 */
export class SigningServer {
  readonly server: RealServer;
  readonly mailbox: MailCatcher;
  readonly proxy: ChaosProxy;
  readonly objects: ObjectStore;
  /** Resolves when the server is running again after a kill. */
  restarted: Promise<void> = Promise.resolve();
  readonly #packets = new Map<string, string>();

  private constructor(server: RealServer, mailbox: MailCatcher, proxy: ChaosProxy, objects: ObjectStore) {
    this.server = server;
    this.mailbox = mailbox;
    this.proxy = proxy;
    this.objects = objects;
  }

  static async start(): Promise<SigningServer> {
    if (isStale(process.cwd())) {
      const built = await buildApp(process.cwd());
      if (built.code !== 0) throw new Error(built.output);
    }
    const mailbox = await MailCatcher.start();
    const opened: ChaosProxy[] = [];
    const publish: Publish = async ({ api }) => {
      const proxy = await ChaosProxy.open(api, () => PASS, 'of the browser');
      opened.push(proxy);
      return { PUBLIC_URL: proxy.origin };
    };
    const server = await RealServer.start({ publish, smtpUrl: mailbox.url });
    const [proxy] = opened;
    if (!proxy) throw new Error('The server was not published.');
    const { store } = await openObjectStore({
      objectStore: { kind: 'folder', folder: server.objects },
      dataDir: dirname(server.objects),
      storePublicUrl: proxy.origin,
    });
    return new SigningServer(server, mailbox, proxy, store);
  }

  /**
   * From now on, the requests of signing rooms meet the faults of the seed. The pages themselves load without
   * faults.
   */
  worsen(random: Random): void {
    const plan = planFaults(random.fork('room'), uploading);
    this.proxy.follow((request) => {
      if (!request.url.startsWith('/api/signing/')) return PASS;
      const fault = plan(request);
      // A room waits half a minute for a response, which is too long here. A lost response has the same
      // effect.
      return fault.kind === 'black hole' ? { kind: fault.reaches ? 'swallow' : 'reset' } : fault;
    });
  }

  /** Kills the server (`kill -9`), and restarts it after a while. */
  kill(random: Random): void {
    const wait = random.below(800);
    this.restarted = this.#restart(this.restarted, wait);
  }

  async #restart(before: Promise<void>, waitMs: number): Promise<void> {
    await before;
    await this.server.kill();
    await pause(waitMs);
    await this.server.start();
  }

  /** Ends all faults, and restarts the server if it isn't running. */
  async heal(): Promise<void> {
    await this.restarted;
    if (!this.server.runs) await this.server.start();
    await this.proxy.heal();
  }

  /** Returns the link tokens in the emails to an address, oldest first. */
  linksTo(address: string): string[] {
    const links: string[] = [];
    for (const { raw, to } of this.mailbox.received) {
      if (!to.includes(address)) continue;
      const plain = raw.replaceAll(/=\r?\n/g, '');
      for (const [, token = ''] of plain.matchAll(/\/sign\/([A-Za-z0-9_-]{43})/g)) links.push(token);
    }
    return links;
  }

  /** Returns the codes for new devices in the emails to an address, oldest first. */
  codesTo(address: string): string[] {
    return this.mailbox.received.flatMap(({ raw, to }) =>
      to.includes(address) ? (/^(\d{6})\r?$/m.exec(raw)?.[1] ?? []) : [],
    );
  }

  /** Returns the packet that a link opens. */
  async packetOf(token: string): Promise<string> {
    const known = this.#packets.get(token);
    if (known !== undefined) return known;
    const { packet } = await this.server.db
      .selectFrom('signing_tokens')
      .select('packet')
      .where('token_hash', '=', hashOfToken(token))
      .executeTakeFirstOrThrow();
    this.#packets.set(token, packet);
    return packet;
  }

  async stop(): Promise<void> {
    await this.restarted;
    await this.server.stop();
    await this.objects.close();
    await this.proxy.close();
    await this.mailbox.down();
  }
}
