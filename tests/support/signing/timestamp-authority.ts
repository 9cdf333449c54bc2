import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';

const run = promisify(execFile);

/** `lying` timestamps something else; `repeating` always returns its first response. */
type Behavior = 'honest' | 'hanging' | 'lying' | 'repeating' | 'oversized' | 'failing';

const CONFIG = `[tsa]
default_tsa = only
[only]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
[req]
distinguished_name = name
[name]
[stamps]
extendedKeyUsage = critical,timeStamping
keyUsage = critical,digitalSignature
`;

/**
 * A local timestamp authority: `openssl ts -reply` behind HTTP, with typical failures of such authorities.
 */
export class TimestampAuthority {
  behavior: Behavior = 'honest';
  asked = 0;
  readonly url: string;
  readonly #folder: string;
  readonly #server: Server;
  #first: Buffer | null = null;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.url = `http://127.0.0.1:${port}/`;
    this.#server = createServer((request, response) => void this.#serve(request, response)).listen(
      port,
      '127.0.0.1',
    );
  }

  static async start(name = 'Test Authority'): Promise<TimestampAuthority> {
    const folder = await mkdtemp(join(tmpdir(), 'counterpart-tsa-'));
    await writeFile(join(folder, 'config'), CONFIG);
    await writeFile(join(folder, 'serial'), '01');
    const parameters =
      'req -x509 -newkey rsa:2048 -nodes -days 30 -config config -extensions stamps -keyout stamps.key -out stamps.pem';
    await run('openssl', [...parameters.split(' '), '-subj', `/CN=${name}`], { cwd: folder });
    return new TimestampAuthority(folder, await freePort());
  }

  /** The path of its certificate (PEM). */
  get certificateFile(): string {
    return join(this.#folder, 'stamps.pem');
  }

  /** Returns the TimeStampResp for a TimeStampReq. */
  async reply(request: Buffer): Promise<Buffer> {
    const parameters = 'ts -reply -config config -queryfile request.tsq -signer stamps.pem -inkey stamps.key';
    await writeFile(join(this.#folder, 'request.tsq'), request);
    const { stdout } = await run('openssl', parameters.split(' '), { cwd: this.#folder, encoding: 'buffer' });
    return stdout;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await this.#answer(await buffer(request));
    if (answer) response.setHeader('content-type', 'application/timestamp-reply').end(answer);
    else if (this.behavior === 'failing') response.writeHead(500).end();
  }

  async #answer(request: Buffer): Promise<Buffer | null> {
    this.asked += 1;
    switch (this.behavior) {
      case 'honest':
        return this.reply(request);
      case 'hanging':
      case 'failing':
        return null;
      case 'oversized':
        return Buffer.alloc(2_000_000, 0x30);
      case 'repeating':
        this.#first ??= await this.reply(request);
        return this.#first;
      case 'lying': {
        const parameters = 'ts -query -sha256 -cert -digest'.split(' ').concat('ab'.repeat(32));
        const { stdout } = await run('openssl', parameters, { cwd: this.#folder, encoding: 'buffer' });
        return this.reply(stdout);
      }
    }
  }
}
