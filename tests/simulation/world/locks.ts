import type { Scheduler, Strand } from './scheduler.ts';

interface Request {
  name: string;
  strand: Strand;
  run(lock: Lock | null): Promise<unknown>;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
  settled: boolean;
}

/**
 * The Web Locks of one device's browser profile. All are exclusive. A request waits, is `ifAvailable`, or
 * steals.
 */
export class Locks {
  readonly #scheduler: Scheduler;
  readonly #held = new Map<string, Request>();
  readonly #waiting = new Map<string, Request[]>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Returns `navigator.locks` as one strand sees it. */
  seenBy(strand: Strand): Pick<LockManager, 'request' | 'query'> {
    const request = async (
      name: string,
      second: LockOptions | LockGrantedCallback<unknown>,
      third?: LockGrantedCallback<unknown>,
    ): Promise<unknown> => {
      const options = typeof second === 'function' ? {} : second;
      const callback = typeof second === 'function' ? second : third;
      if (!callback) throw new TypeError('a lock is asked for with a callback');
      return this.#request(strand, name, options, async (lock) => callback(lock));
    };
    return {
      request,
      query: async () => ({
        held: [...this.#held.keys()].map((name) => ({ name, mode: 'exclusive' as const })),
        pending: [...this.#waiting.values()].flat().map(({ name }) => ({ name, mode: 'exclusive' as const })),
      }),
    };
  }

  /** Releases a dead process's locks, and drops its requests. */
  drop(strand: Strand): void {
    for (const [name, waiting] of this.#waiting) {
      this.#waiting.set(
        name,
        waiting.filter((each) => each.strand !== strand),
      );
    }
    for (const [name, holder] of this.#held) {
      if (holder.strand === strand) this.#release(name, holder);
    }
  }

  /** Returns the strand that holds a lock whose name begins with this prefix. */
  holder(prefix: string): Strand | null {
    for (const [name, { strand }] of this.#held) if (name.startsWith(prefix)) return strand;
    return null;
  }

  async #request(
    strand: Strand,
    name: string,
    { signal, steal, ifAvailable }: LockOptions,
    run: Request['run'],
  ): Promise<unknown> {
    if (signal?.aborted) throw aborted();
    return new Promise((resolve, reject) => {
      const request: Request = { name, strand, run, resolve, reject, settled: false };
      const free = !this.#held.has(name) && (this.#waiting.get(name)?.length ?? 0) === 0;
      if (steal) this.#rob(name);
      if (steal || free) this.#grant(request);
      else if (ifAvailable) this.#scheduler.queue(strand, () => void run(null).then(resolve, reject));
      else {
        this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), request]);
        signal?.addEventListener('abort', () => {
          const waiting = this.#waiting.get(name) ?? [];
          if (!waiting.includes(request)) return;
          this.#waiting.set(
            name,
            waiting.filter((each) => each !== request),
          );
          reject(aborted());
        });
      }
    });
  }

  #grant(request: Request): void {
    const { name, strand, run } = request;
    this.#held.set(name, request);
    this.#scheduler.queue(strand, () => {
      const settle = (end: () => void) => () => {
        if (!request.settled) end();
        request.settled = true;
        this.#release(name, request);
      };
      void run({ name, mode: 'exclusive' }).then(
        (result) => settle(() => request.resolve(result))(),
        (reason: unknown) => settle(() => request.reject(reason))(),
      );
    });
  }

  #release(name: string, holder: Request): void {
    if (this.#held.get(name) !== holder) return;
    this.#held.delete(name);
    const next = this.#waiting.get(name)?.shift();
    if (next) this.#grant(next);
  }

  #rob(name: string): void {
    const robbed = this.#held.get(name);
    if (!robbed) return;
    this.#held.delete(name);
    this.#scheduler.queue(robbed.strand, () => {
      if (robbed.settled) return;
      robbed.settled = true;
      robbed.reject(new DOMException('The lock was stolen.', 'AbortError'));
    });
  }
}

function aborted(): DOMException {
  return new DOMException('The request was aborted.', 'AbortError');
}
