import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromiumPath } from '../../scripts/system-packages.ts';
import { chromiumFlags } from '../browser/support/chromium.ts';

/**
 * Chromium as users have it: nothing is attached to its service workers, which would keep them alive. Talks
 * to one page at a time, and to none after closing it.
 */
export class PlainChromium {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #address: string;

  private constructor(child: ChildProcess, folder: string, address: string) {
    this.#child = child;
    this.#folder = folder;
    this.#address = address;
  }

  /** Starts Chromium with an empty profile and an empty window. */
  static async start(): Promise<PlainChromium> {
    const folder = await mkdtemp(join(tmpdir(), 'counterpart-long-'));
    const settings = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${folder}`];
    const child = spawn(chromiumPath(), [...chromiumFlags, ...settings, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    for await (const line of createInterface({ input: child.stderr })) {
      const port = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1];
      if (port === undefined) continue;
      child.stderr.resume();
      return new PlainChromium(child, folder, `http://127.0.0.1:${port}`);
    }
    throw new Error('Chromium did not start.');
  }

  async open(url: string): Promise<PlainPage> {
    const made = await fetch(`${this.#address}/json/new?${encodeURIComponent(url)}`, { method: 'PUT' });
    const { id, webSocketDebuggerUrl } = await made.json();
    return PlainPage.attach(String(webSocketDebuggerUrl), async () => {
      await fetch(`${this.#address}/json/close/${id}`);
    });
  }

  async close(): Promise<void> {
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A page that navigates during the evaluation returns no result. */
type Answer = { result?: { result?: { value?: unknown; objectId?: string }; nodeId?: number } };

/** One tab, controlled through the DevTools protocol of its page only. */
export class PlainPage {
  readonly #socket: WebSocket;
  readonly #closeTab: () => Promise<void>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #count = 0;

  private constructor(socket: WebSocket, closeTab: () => Promise<void>) {
    this.#socket = socket;
    this.#closeTab = closeTab;
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data));
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  static async attach(url: string, closeTab: () => Promise<void>): Promise<PlainPage> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new PlainPage(socket, closeTab);
  }

  /**
   * Evaluates an expression in the page, and awaits promises. Returns undefined if the page navigated in the
   * meantime.
   */
  async evaluate(expression: string): Promise<unknown> {
    const parameters = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    return (await this.#send('Runtime.evaluate', parameters)).result?.result?.value;
  }

  /** Chooses files in the first field that matches a selector. */
  async chooseFiles(selector: string, files: readonly string[]): Promise<void> {
    const expression = `document.querySelector(${JSON.stringify(selector)})`;
    const found = await this.#send('Runtime.evaluate', { expression });
    const { objectId } = found.result?.result ?? {};
    await this.#send('DOM.setFileInputFiles', { files, objectId });
  }

  async close(): Promise<void> {
    this.#socket.close();
    await this.#closeTab();
  }

  async #send(method: string, parameters: object): Promise<Answer> {
    this.#count += 1;
    const id = this.#count;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params: parameters }));
    return answered;
  }
}
