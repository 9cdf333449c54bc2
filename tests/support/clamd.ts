import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isScannerReady, type Scanner } from '../../server/convert/scan-upload.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** The standard test string of malware scanners, in two parts, so that no scanner flags this file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** clamd's name for a match of the test signature. It adds UNOFFICIAL to names that are not ClamAV's own. */
export const EICAR_NAME = 'Counterpart.Eicar.UNOFFICIAL';

/**
 * A clamd on loopback with its own folder, settings and one signature. It does not run until `start` is
 * called.
 */
export class TestScanner implements Scanner {
  readonly host = '127.0.0.1';
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'counterpart-clamd-'));
  #process: ChildProcess | null = null;

  private constructor(port: number) {
    this.port = port;
    const folder = (name: string) => {
      mkdirSync(join(this.#folder, name));
      return join(this.#folder, name);
    };
    // The fields are: name, any file type, any offset, these bytes.
    const signature = `Counterpart.Eicar:0:*:${Buffer.from(EICAR).toString('hex')}\n`;
    writeFileSync(join(folder('signatures'), 'test.ndb'), signature);
    const settings = {
      Foreground: 'yes',
      TCPAddr: this.host,
      TCPSocket: port,
      DatabaseDirectory: join(this.#folder, 'signatures'),
      TemporaryDirectory: folder('tmp'),
      StreamMaxLength: '1M',
      // The database never changes, so clamd needs no self-check.
      SelfCheck: 0,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
    writeFileSync(join(this.#folder, 'clamd.conf'), lines.join(''));
  }

  static async make(): Promise<TestScanner> {
    return new TestScanner(await freePort());
  }

  async start(): Promise<void> {
    const child = spawn('clamd', ['--config-file', join(this.#folder, 'clamd.conf')], {
      env: { PATH: '/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    const ended = new Promise<never>((_, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`clamd ended with ${code}: ${output}`)));
    });
    ended.catch(() => {});
    await until('clamd answers', () => Promise.race([isScannerReady(this), ended]));
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true });
  }
}
