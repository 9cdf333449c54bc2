import { createORPCClient } from '@orpc/client';
import { ValidationError, type ContractRouterClient } from '@orpc/contract';
import { ResponseValidationPlugin } from '@orpc/contract/plugins';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { contract } from '../contract/contract.ts';
import {
  BASE_VERSION_HEADER,
  CONTRACT_HEADER,
  CONTRACT_VERSION,
  IDEMPOTENCY_HEADER,
} from '../contract/version.ts';
import type { FrozenRequest } from '../db/rows.ts';
import type { Answer, Setback } from './answer.ts';
import { retry, setbackOf, unreachable } from './classify.ts';

/** How long a request may take before it counts as lost, milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;

export interface RequestOptions {
  /** The mutation's uuid: the server answers the same key with the same response. */
  idempotencyKey?: string | undefined;
  /** The row version that the edit was made upon. */
  baseVersion?: number | undefined;
  /** What the client holds already; the same is answered `not_modified`. */
  etag?: string | null | undefined;
}

interface CallContext extends RequestOptions {
  [key: PropertyKey]: unknown;
  answered?: { etag: string | null };
}

/** The contract's endpoints, to be called with an input and the options that `ask` hands in. */
export type Api = ContractRouterClient<typeof contract, CallContext>;

export interface Transport {
  /** Calls an endpoint: `ask((api, options) => api.elements.list({ transaction }, options))`. */
  ask<Body>(
    request: (api: Api, options: { context: CallContext }) => Promise<Body>,
    options?: RequestOptions,
  ): Promise<Answer<Body>>;
  /** Sends a request frozen in the outbox. */
  send(request: FrozenRequest, options?: RequestOptions): Promise<Answer<unknown>>;
}

/** Carries a judged answer out of the link, whose own errors say less. */
class SetbackError extends Error {
  readonly setback: Setback | { kind: 'not_modified' };
  constructor(setback: Setback | { kind: 'not_modified' }) {
    super(setback.kind);
    this.setback = setback;
  }
}

/** The one place that fetches from the API. `origin` is the app's own. Never throws for what a server or network does. */
export function createTransport(origin: string): Transport {
  const link = new OpenAPILink<CallContext>(contract, {
    url: `${origin}/api`,
    headers: ({ context }) => ({
      [CONTRACT_HEADER]: String(CONTRACT_VERSION),
      ...(context.idempotencyKey ? { [IDEMPOTENCY_HEADER]: context.idempotencyKey } : {}),
      ...(context.baseVersion ? { [BASE_VERSION_HEADER]: String(context.baseVersion) } : {}),
      ...(context.etag ? { 'if-none-match': context.etag } : {}),
    }),
    plugins: [new ResponseValidationPlugin(contract)],
    async fetch(request, init, { context }) {
      const response = await fetchOrSetback(request, init);
      if (response.status === 304) throw new SetbackError({ kind: 'not_modified' });
      const setback = await setbackOf(response);
      if (setback) throw new SetbackError(setback);
      context.answered = { etag: response.headers.get('etag') };
      return response;
    },
  });
  const api: Api = createORPCClient(link);
  return {
    ask: async (request, options) => judge(options, async (context) => request(api, { context })),
    send: async ({ endpoint, input }, options) =>
      judge(options, async (context) => link.call(endpoint.split('.'), input, { context })),
  };
}

async function judge<Body>(
  options: RequestOptions | undefined,
  request: (context: CallContext) => Promise<Body>,
): Promise<Answer<Body>> {
  const context: CallContext = { ...options };
  try {
    return { kind: 'ok', body: await request(context), etag: context.answered?.etag ?? null };
  } catch (error) {
    if (error instanceof SetbackError) return error.setback;
    if (error instanceof ValidationError)
      return retry(`The answer does not fit its schema${firstIssue(error)}.`);
    // The connection broke within the body, or the body is not JSON (core spec 7).
    return retry('Error parsing JSON response');
  }
}

function firstIssue({ issues }: ValidationError): string {
  const path = issues[0]?.path?.map((part) => String(typeof part === 'object' ? part.key : part)) ?? [];
  return path.length > 0 ? ` at ${path.join('.')}` : '';
}

async function fetchOrSetback(request: Request, init: RequestInit): Promise<Response> {
  try {
    return await fetch(request, {
      ...init,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  } catch (error) {
    throw new SetbackError(unreachable(error));
  }
}
