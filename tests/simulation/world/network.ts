import type { ErrorCode } from '../../../src/contract/errors.ts';
import { contract } from '../../../src/contract/contract.ts';
import type { DealMoved } from '../../../src/contract/events.ts';
import { CONTRACT_HEADER } from '../../../src/contract/version.ts';
import type { Answer, Setback } from '../../../src/sync/push/answer.ts';
import type { Api, RequestOptions, Transport } from '../../../src/sync/transport/transport.ts';
import { refused, type ModelServer, type Request, type Response } from './model/model-server.ts';
import type { Realm } from './realm.ts';
import type { Scheduler, Strand } from './scheduler.ts';

/** What happens to one request, or to its response. */
export type Fault =
  | 'request lost'
  | 'answer lost'
  | 'sent twice'
  | 'request delayed'
  | 'answer delayed'
  | 'portal page'
  | 'firewall'
  | 'cut'
  | 'not modified'
  | 'too many'
  | 'broken'
  | 'refused'
  | 'refused late'
  | 'misjudged late';

/** The requests that a fault is for: any, an edit, or a read of a deal's content. */
export type Aim = 'any' | 'write' | 'content';

/**
 * How many milliseconds a request may take before it counts as lost (as in src/sync/transport/transport.ts).
 */
const REQUEST_TIMEOUT_MS = 60_000;

const REFUSALS: readonly ErrorCode[] = ['invalid', 'not_allowed', 'not_found', 'changed_meanwhile'];

/** The codes with which the server refuses. */
const REFUSING: ReadonlySet<Fault> = new Set([
  'too many',
  'broken',
  'refused',
  'refused late',
  'misjudged late',
]);

interface Stream {
  realm: Realm;
  device: string;
  userId: string;
  moved: (moved: DealMoved) => void;
  end: () => void;
}

/** A response in transit, with the headers that are checked before its body. */
interface Arrived extends Response {
  ours: boolean;
  retryAfter?: string;
}

/**
 * The network between the devices and the server. Messages arrive when the scheduler decides, late, or not at
 * all.
 */
export class Network {
  readonly #scheduler: Scheduler;
  readonly #server: ModelServer;
  readonly #strand: Strand;
  /** The faults of each device's next requests, one for each request. */
  readonly #faults = new Map<string, { fault: Fault; aim: Aim }[]>();
  readonly #offline = new Set<string>();
  /** Messages that are delayed. */
  readonly #late: (() => void)[] = [];
  readonly #streams = new Set<Stream>();
  /** How many of the next hints are lost. */
  lostHints = 0;

  constructor(scheduler: Scheduler, server: ModelServer) {
    this.#scheduler = scheduler;
    this.#server = server;
    this.#strand = scheduler.strand('network');
    server.onMoved = (moved, readers) => this.#spread(moved, readers);
  }

  fail(device: string, fault: Fault, aim: Aim): void {
    const faults = this.#faults.get(device);
    if (faults) faults.push({ fault, aim });
    else this.#faults.set(device, [{ fault, aim }]);
  }

  setOffline(device: string, offline: boolean): void {
    if (offline) this.#offline.add(device);
    else this.#offline.delete(device);
    if (offline) for (const stream of this.#streams) if (stream.device === device) this.#close(stream);
  }

  /** Delivers one of the delayed messages. */
  release(index: number): void {
    this.#late.splice(index % Math.max(this.#late.length, 1), 1)[0]?.();
  }

  /** Drops all pending faults, and delivers delayed messages. */
  heal(): void {
    this.#faults.clear();
    this.#offline.clear();
    this.lostHints = 0;
    for (const go of this.#late.splice(0)) go();
  }

  breakStreams(): void {
    for (const stream of this.#streams) this.#close(stream);
  }

  /** Returns the transport of a realm's engine, for this person and until the signal. */
  connect(realm: Realm, device: string, userId: string, signal: AbortSignal | null): Transport {
    const exchange = async (
      endpoint: string,
      input: unknown,
      options: RequestOptions | undefined,
    ): Promise<Answer<unknown>> =>
      this.#exchange(realm, signal, {
        endpoint,
        input,
        device,
        userId,
        // A request carries the cookies that were valid when it was sent.
        session: this.#server.sessionOf(device),
        idempotencyKey: options?.idempotencyKey,
        baseVersion: options?.baseVersion,
        origin: options?.origin,
        etag: options?.etag,
      });
    return {
      ask: async (request, options) => {
        let answer: Answer<unknown> | null = null;
        const api = new Proxy(
          {},
          {
            get: (_, group: string) =>
              new Proxy(
                {},
                {
                  get: (_none, name: string) => async (input: unknown) => {
                    answer = await exchange(`${group}.${name}`, input, options);
                    return answer.kind === 'ok' ? answer.body : undefined;
                  },
                },
              ),
          },
        );
        await request(api as Api, { context: {} });
        return answer ?? { kind: 'not_modified' };
      },
      send: async ({ endpoint, input }, options) => exchange(endpoint, input, options),
      listen: async (hear, until) => this.#listen(realm, device, userId, [signal, until], hear),
    };
  }

  async #exchange(realm: Realm, signal: AbortSignal | null, request: Request): Promise<Answer<unknown>> {
    const { unreachable } = realm.program;
    return new Promise((resolve) => {
      let over = false;
      const end = (finish: () => void): void => {
        if (over) return;
        over = true;
        stopWaiting();
        realm.act(finish);
      };
      const fail = (): void => end(() => resolve(unreachable(new TypeError('Failed to fetch'))));
      const stopWaiting = this.#scheduler.after(realm.strand, REQUEST_TIMEOUT_MS, fail);
      signal?.addEventListener('abort', fail);
      if (signal?.aborted) return fail();
      const arrive = (arrived: Arrived): void =>
        end(() => void this.#judge(realm, request, arrived).then(resolve, resolve));
      this.#queue(() => this.#carry(request, arrive, fail));
    });
  }

  /** Carries a request to the server and its response back, with the request's fault. */
  #carry(request: Request, arrive: (arrived: Arrived) => void, fail: () => void): void {
    const { device, endpoint, idempotencyKey } = request;
    if (this.#offline.has(device)) return fail();
    const fault = this.#faultOf(request);
    this.#scheduler.note(`${device} ${endpoint} ${fault ?? ''}`);
    const answer = (): Arrived => {
      const response = this.#server.answer(request);
      this.#scheduler.note(`${response.status}`);
      return { ...response, ours: true };
    };
    switch (fault) {
      case undefined:
        return this.#deliver(answer(), arrive);
      case 'request lost':
        return fail();
      case 'answer lost':
        answer();
        return this.#queue(fail);
      case 'sent twice': {
        const first = answer();
        this.#late.push(() => this.#queue(() => void answer()));
        return this.#deliver(first, arrive);
      }
      case 'request delayed':
        this.#late.push(() => this.#queue(() => this.#deliver(answer(), arrive)));
        return;
      case 'answer delayed': {
        const late = answer();
        this.#late.push(() => this.#deliver(late, arrive));
        return;
      }
      case 'portal page':
        return this.#deliver({ status: 200, body: '<html>', etag: null, ours: false }, arrive);
      case 'firewall':
        return this.#deliver({ status: 403, body: '<html>', etag: null, ours: false }, arrive);
      case 'not modified':
        return this.#deliver({ status: 304, body: null, etag: null, ours: false }, arrive);
      case 'cut': {
        const whole = answer();
        return this.#deliver({ ...whole, body: cut(whole.body) }, arrive);
      }
      case 'too many':
        return this.#deliver({ ...refuse('too_many_requests'), retryAfter: '7' }, arrive);
      case 'broken':
        return this.#deliver(refuse('internal'), arrive);
      case 'refused':
      case 'refused late':
      case 'misjudged late': {
        // A repeated request gets its stored response before anything else is checked.
        if (this.#server.hasAnswered(request) || !this.#server.isSignedIn(device, request.userId ?? ''))
          return this.#deliver(answer(), arrive);
        const code = REFUSALS[this.#scheduler.random.below(REFUSALS.length)] ?? 'invalid';
        const refusal = refuse(idempotencyKey === undefined ? 'not_allowed' : code);
        // Rejected before its key was checked, as if by another version of the server: the same request may
        // succeed later.
        if (fault !== 'misjudged late') this.#server.keepRefusal(request, refusal);
        if (fault === 'refused') return this.#deliver(refusal, arrive);
        this.#late.push(() => this.#deliver(refusal, arrive));
        return;
      }
    }
  }

  /** Returns the first pending fault for such a request. */
  #faultOf({ device, endpoint, idempotencyKey }: Request): Fault | undefined {
    const faults = this.#faults.get(device) ?? [];
    const index = faults.findIndex(({ fault, aim }) => {
      // After a refusal, notifications are not requested anymore (PULL13), so nothing more could be checked.
      if (endpoint === 'notifications.list' && REFUSING.has(fault)) return false;
      if (aim === 'write') return idempotencyKey !== undefined;
      return aim === 'any' || endpoint === 'elements.list' || endpoint === 'transactions.changes';
    });
    return index < 0 ? undefined : faults.splice(index, 1)[0]?.fault;
  }

  #deliver(arrived: Arrived, arrive: (arrived: Arrived) => void): void {
    this.#queue(() => arrive(arrived));
  }

  #queue(task: () => void): void {
    this.#scheduler.queue(this.#strand, task);
  }

  /**
   * Classifies a response as src/sync/transport/transport.ts does: by its headers and status with the
   * product's own code, then by the schema.
   */
  async #judge(realm: Realm, { endpoint }: Request, arrived: Arrived): Promise<Answer<unknown>> {
    const { status, body, etag, ours, retryAfter } = arrived;
    const headers = new Headers(ours ? { [CONTRACT_HEADER]: '2' } : {});
    if (retryAfter) headers.set('retry-after', retryAfter);
    const response = { status, headers, json: async () => body } as globalThis.Response;
    const setback = await realm.program.setbackOf(response);
    if (setback) return setback;
    if (!fits(endpoint, body)) {
      return {
        kind: 'retry',
        reason: 'The response doesn’t match its schema.',
        error: null,
        unreachable: false,
        ours: false,
        afterMs: null,
      };
    }
    return { kind: 'ok', body: structuredClone(body), etag, serverNow: this.#scheduler.now };
  }

  async #listen(
    realm: Realm,
    device: string,
    userId: string,
    signals: readonly (AbortSignal | null | undefined)[],
    hear: { opened: () => void; moved: (moved: DealMoved) => void },
  ): Promise<Setback> {
    const ended: Setback = {
      kind: 'retry',
      reason: 'The event stream ended.',
      error: null,
      unreachable: false,
      ours: false,
      afterMs: null,
    };
    return new Promise((resolve) => {
      this.#queue(() => {
        if (this.#offline.has(device) || signals.some((each) => each?.aborted))
          return realm.act(() => resolve(ended));
        if (!this.#server.isSignedIn(device, userId))
          return realm.act(() => resolve({ kind: 'signed_out', message: 'Please sign in again.' }));
        const stream = { realm, device, userId, moved: hear.moved, end: () => resolve(ended) };
        this.#streams.add(stream);
        for (const each of signals) each?.addEventListener('abort', () => this.#close(stream));
        realm.act(hear.opened);
      });
    });
  }

  #close(stream: Stream): void {
    if (this.#streams.delete(stream)) stream.realm.act(stream.end);
  }

  #spread(moved: DealMoved, readers: ReadonlySet<string>): void {
    for (const stream of this.#streams) {
      if (stream.realm.strand.dead) this.#streams.delete(stream);
      else if (readers.has(stream.userId)) {
        if (this.lostHints > 0) this.lostHints -= 1;
        else this.#queue(() => stream.realm.act(() => stream.moved(moved)));
      }
    }
  }
}

function refuse(code: ErrorCode): Arrived {
  const conflict = code === 'changed_meanwhile' ? { current: {}, fields: ['label'] } : {};
  return { ...refused({ code, error_message: 'No.', ...conflict }), ours: true };
}

/** Returns a body with its end missing. */
function cut(body: unknown): unknown {
  return Array.isArray(body) ? [...body.slice(0, -1), {}] : { cut: true };
}

/** Returns whether the body fits the contract. The model doesn't return the bodies of writes that nobody reads. */
function fits(endpoint: string, body: unknown): boolean {
  const [group = '', name = ''] = endpoint.split('.');
  if (body === null) return true;
  const declared = (contract as unknown as Record<string, Record<string, Declared>>)[group]?.[name];
  const schema = declared?.['~orpc'].outputSchema;
  return schema?.safeParse(body).success ?? false;
}

interface Declared {
  '~orpc': { outputSchema?: { safeParse(body: unknown): { success: boolean } } };
}
