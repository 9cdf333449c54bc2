import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '../../../src/contract/version.ts';
import type { Online } from './seed-deals.ts';

type Init = { method?: string; body?: string; headers?: Record<string, string> };

/** How long everyone's requests took, in milliseconds, and the failed requests. */
export type Seen = { edits: number[]; pulls: number[]; lists: number[]; hints: number; failures: string[] };

/** The same delays as in src/sync/pull/event-stream/hints.ts. */
const SPREAD_MS = 150;
const GAP_MS = 500;
/** How often the client requests its list of deals. */
const LIST_MS = 30_000;

/**
 * Acts like a user with the app open, until the signal: one event stream, one edit every `everyMs`, a pull of
 * the deal on the screen after each hint, and the list of deals every half minute.
 */
export async function beOnline(
  url: string,
  person: Online,
  { everyMs, seen, signal }: { everyMs: number; seen: Seen; signal: AbortSignal },
): Promise<void> {
  const client = new Client(url, person, seen, signal);
  await Promise.all([client.listen(), client.edit(everyMs), client.list()]);
}

class Client {
  readonly #url: string;
  readonly #person: Online;
  readonly #seen: Seen;
  readonly #signal: AbortSignal;
  #version = 0;
  #epoch = '';
  #isPulling = false;
  #pulledAt = 0;

  constructor(url: string, person: Online, seen: Seen, signal: AbortSignal) {
    this.#url = url;
    this.#person = person;
    this.#seen = seen;
    this.#signal = signal;
  }

  async listen(): Promise<void> {
    while (!this.#signal.aborted) {
      try {
        const answer = await this.#fetch('/api/events');
        if (!answer.body) return;
        for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
          const hints = chunk.split('\n').filter((line) => line.includes(this.#person.deal));
          this.#seen.hints += hints.length;
          if (hints.length > 0) void this.#pull();
        }
      } catch (error) {
        this.#failed('stream', error);
        await this.#pause(1000);
      }
    }
  }

  async edit(everyMs: number): Promise<void> {
    await this.#pause(Math.random() * everyMs);
    while (!this.#signal.aborted) {
      const begun = performance.now();
      await this.#ask(
        'edit',
        `/api/transactions/element/${this.#person.element}?transaction=${this.#person.deal}`,
        {
          method: 'PATCH',
          headers: { 'content-type': 'application/json', 'idempotency-key': v7() },
          body: JSON.stringify({ label: `Header ${v7()}` }),
        },
      );
      const took = performance.now() - begun;
      if (!this.#signal.aborted) this.#seen.edits.push(took);
      await this.#pause(Math.max(0, everyMs - took));
    }
  }

  async list(): Promise<void> {
    let etag = '';
    await this.#pause(Math.random() * LIST_MS);
    while (!this.#signal.aborted) {
      const begun = performance.now();
      const headers: Record<string, string> = etag === '' ? {} : { 'if-none-match': etag };
      const answer = await this.#ask('list', '/api/transactions/transaction?limit=500', { headers });
      etag = answer?.headers.get('etag') ?? '';
      if (!this.#signal.aborted) this.#seen.lists.push(performance.now() - begun);
      await this.#pause(LIST_MS);
    }
  }

  /** Pulls after a random delay. Hints that arrive in the meantime need no further pull. */
  async #pull(): Promise<void> {
    if (this.#isPulling) return;
    this.#isPulling = true;
    await this.#pause(Math.max(Math.random() * SPREAD_MS, this.#pulledAt + GAP_MS - Date.now()));
    this.#pulledAt = Date.now();
    this.#isPulling = false;
    const begun = performance.now();
    const since =
      this.#epoch === '' ? '' : `?since=${this.#version}&epoch=${encodeURIComponent(this.#epoch)}`;
    const answer = await this.#ask(
      'pull',
      `/api/transactions/transaction/${this.#person.deal}/changes${since}`,
    );
    if (!answer?.ok || this.#signal.aborted) return;
    this.#seen.pulls.push(performance.now() - begun);
    const { version, epoch }: { version: number; epoch: string } = JSON.parse(answer.text);
    this.#version = version;
    this.#epoch = epoch;
  }

  async #ask(what: string, path: string, init: Init = {}) {
    try {
      const answer = await this.#fetch(path, init);
      const text = await answer.text();
      if (answer.status >= 400) this.#failed(what, `${answer.status} ${text.slice(0, 200)}`);
      return { ok: answer.ok, headers: answer.headers, text };
    } catch (error) {
      this.#failed(what, error);
      return null;
    }
  }

  async #fetch(path: string, init: Init = {}): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      ...init,
      headers: {
        ...init.headers,
        [CONTRACT_HEADER]: String(CONTRACT_VERSION),
        cookie: `session=${this.#person.token}`,
      },
      signal: this.#signal,
    });
  }

  #failed(what: string, reason: unknown): void {
    if (!this.#signal.aborted) this.#seen.failures.push(`${what}: ${String(reason)}`);
  }

  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#signal }).catch(() => undefined);
  }
}
