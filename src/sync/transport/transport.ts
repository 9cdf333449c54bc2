import { createORPCClient } from '@orpc/client';
import { ValidationError, type ContractRouterClient } from '@orpc/contract';
import { ResponseValidationPlugin } from '@orpc/contract/plugins';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { contract } from '../../contract/contract.ts';
import { EVENTS_PATH, type DealMoved } from '../../contract/events.ts';
import {
  BASE_VERSION_HEADER,
  CONTRACT_HEADER,
  CONTRACT_VERSION,
  IDEMPOTENCY_HEADER,
  ORIGIN_HEADER,
  USER_HEADER,
} from '../../contract/version.ts';
import type { FrozenRequest } from '../../db/rows.ts';
import type { Answer, Setback } from '../push/answer.ts';
import { retry, setbackOf, unreachable } from '../push/classify.ts';
import { readEvents, SilentStreamError } from '../pull/event-stream/read-events.ts';

const STREAM_ENDED = 'The event stream ended.';

/** How long a request may take before it counts as lost, in milliseconds. */
const REQUEST_TIMEOUT_MS = 60_000;

export interface RequestOptions {
  /** The mutation's uuid: the server answers the same key with the same response. */
  idempotencyKey?: string | undefined;
  /** The row version that the edit is based on. */
  baseVersion?: number | undefined;
  /** The mirror that the edit was made in. */
  origin?: string | undefined;
  /** The client's tag of its copy. An unchanged copy is answered with `not_modified`. */
  etag?: string | null | undefined;
  /** If the response may take longer than usual, milliseconds. */
  timeoutMs?: number | undefined;
}

/** The user of the requests, and the signal that ends them. */
export interface TransportOptions {
  /** The app's own. */
  origin: string;
  /** Requests are in this user's name. The server responds with 401 if another user has signed in in the meantime. */
  userId?: string;
  /** Ends pending requests. */
  signal?: AbortSignal;
}

interface CallContext extends RequestOptions {
  [key: PropertyKey]: unknown;
  /** Whether the request was sent. A failure before that is our own. */
  left?: boolean;
  answered?: { etag: string | null; serverNow: number | null };
}

/** The contract's endpoints, to be called with an input and the options from `ask`. */
export type Api = ContractRouterClient<typeof contract, CallContext>;

/** A call of an endpoint: `(api, options) => api.elements.list({ transaction }, options)`. */
export type ApiCall<Body> = (api: Api, options: { context: CallContext }) => Promise<Body>;

export interface Transport {
  ask<Body>(request: ApiCall<Body>, options?: RequestOptions): Promise<Answer<Body>>;
  /** Sends a request frozen in the outbox. */
  send(request: FrozenRequest, options?: RequestOptions): Promise<Answer<unknown>>;
  /** Listens for changed deals until the stream ends; returns why it ended. */
  listen(
    hear: { opened: () => void; moved: (moved: DealMoved) => void },
    until: AbortSignal,
  ): Promise<Setback>;
}

/** Carries a classified response out of the link, whose own errors say less. */
class SetbackError extends Error {
  readonly setback: Setback | { kind: 'not_modified' };
  constructor(setback: Setback | { kind: 'not_modified' }) {
    super(setback.kind);
    this.setback = setback;
  }
}

/** A stream was requested, and there was no response. */
class UnansweredError extends Error {
  constructor() {
    super('The event stream got no response.');
  }
}

/** The only place that fetches from the API. It never throws for a failure of the server or the network. */
export function createTransport({ origin, userId, signal }: TransportOptions): Transport {
  const ours = {
    [CONTRACT_HEADER]: String(CONTRACT_VERSION),
    ...(userId ? { [USER_HEADER]: userId } : {}),
  };
  const ends = signal ? [signal] : [];
  const link = new OpenAPILink<CallContext>(contract, {
    url: `${origin}/api`,
    headers: ({ context }) => ({
      ...ours,
      ...(context.idempotencyKey ? { [IDEMPOTENCY_HEADER]: context.idempotencyKey } : {}),
      ...(context.baseVersion ? { [BASE_VERSION_HEADER]: String(context.baseVersion) } : {}),
      ...(context.origin ? { [ORIGIN_HEADER]: context.origin } : {}),
      ...(context.etag ? { 'if-none-match': context.etag } : {}),
    }),
    plugins: [new ResponseValidationPlugin(contract)],
    async fetch(request, init, { context }) {
      context.left = true;
      const response = await fetchOurs(request, init, [
        AbortSignal.timeout(context.timeoutMs ?? REQUEST_TIMEOUT_MS),
        ...ends,
      ]);
      context.answered = { etag: response.headers.get('etag'), serverNow: clockOf(response) };
      return response;
    },
  });
  const api: Api = createORPCClient(link);
  return {
    ask: async (request, options) => judge(options, async (context) => request(api, { context })),
    send: async ({ endpoint, input }, options) =>
      judge(options, async (context) => link.call(endpoint.split('.'), input, { context })),
    async listen(hear, until) {
      const unanswered = new AbortController();
      const limit = setTimeout(() => unanswered.abort(new UnansweredError()), REQUEST_TIMEOUT_MS);
      try {
        const request = new Request(`${origin}/api${EVENTS_PATH}`, { headers: ours });
        const response = await fetchOurs(request, {}, [unanswered.signal, until, ...ends]);
        // From here on, its silence shows whether it is alive.
        clearTimeout(limit);
        hear.opened();
        if (response.body) await readEvents(response.body, hear.moved);
        return retry(STREAM_ENDED);
      } catch (error) {
        if (error instanceof SetbackError && error.setback.kind !== 'not_modified') return error.setback;
        return retry(error instanceof SilentStreamError ? error.message : STREAM_ENDED);
      } finally {
        clearTimeout(limit);
      }
    },
  };
}

async function judge<Body>(
  options: RequestOptions | undefined,
  request: (context: CallContext) => Promise<Body>,
): Promise<Answer<Body>> {
  const context: CallContext = { ...options };
  try {
    const body = await request(context);
    return {
      kind: 'ok',
      body,
      etag: context.answered?.etag ?? null,
      serverNow: context.answered?.serverNow ?? null,
    };
  } catch (error) {
    if (error instanceof SetbackError) return error.setback;
    if (error instanceof ValidationError)
      return retry(`The response doesn’t match its schema${firstIssue(error)}.`);
    // The connection broke within the body, or the body is not JSON (docs/product/api.md, "Responses").
    if (context.left)
      return { ...retry('The server’s response was incomplete.'), error: 'Error parsing JSON response' };
    return unsendable(error);
  }
}

/** Nothing was sent, and a retry would not help. */
function unsendable(error: unknown): Setback {
  console.error('Failed to build a request.', error);
  const message = 'This version of Counterpart can’t send this change.';
  return {
    kind: 'rejected',
    code: 'unsendable',
    message,
    error: { code: 'unsendable', error_message: message },
  };
}

/** The server's clock, epoch milliseconds. */
function clockOf(response: Response): number | null {
  const at = Date.parse(response.headers.get('date') ?? '');
  return Number.isFinite(at) ? at : null;
}

function firstIssue({ issues }: ValidationError): string {
  const path = issues[0]?.path?.map((part) => String(typeof part === 'object' ? part.key : part)) ?? [];
  return path.length > 0 ? ` at ${path.join('.')}` : '';
}

/** Fetches a successful response of our server. Any other response is classified and thrown. */
async function fetchOurs(request: Request, init: RequestInit, signals: AbortSignal[]): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request, {
      ...init,
      // Our server's 302 has no Location. Its body is the response (docs/product/api.md, "Responses"), which `manual` would
      // hide.
      redirect: 'follow',
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any(signals),
    });
  } catch (error) {
    throw new SetbackError(unreachable(error));
  }
  const setback = await setbackOf(response);
  if (setback) throw new SetbackError(setback);
  return response;
}
