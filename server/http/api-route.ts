import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { StandardOpenAPIHandler } from '@orpc/openapi/standard';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  BASE_VERSION_HEADER,
  CONTRACT_HEADER,
  CONTRACT_VERSION,
  IDEMPOTENCY_HEADER,
  ORIGIN_HEADER,
  OLDEST_CONTRACT_SERVED,
  USER_HEADER,
} from '../../src/contract/version.ts';
import { uuidSchema } from '../../src/contract/entities/row.ts';
import { ROOM_PASS_COOKIE } from '../auth/room-pass.ts';
import { signingDevice } from '../auth/signing-device.ts';
import { cookieJar, sessionToken, setCookies } from '../auth/session-cookies.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { isLoopback } from '../settings.ts';
import { asRefusal } from './as-refusal.ts';
import { Replay } from './call.ts';
import { isAskedHere } from './is-asked-here.ts';
import { noteOperation } from './measure-requests.ts';
import { etagOf, namesEtag } from './etags.ts';
import { openApiDocument } from './openapi-document.ts';
import { assertOwnOrigin } from './own-origin.ts';
import { parseBody } from './read-body.ts';
import { ReadyJson } from './ready-json.ts';
import type { Limits, RequestContext } from './request-context.ts';
import { router } from './router.ts';

const handler = new StandardOpenAPIHandler<RequestContext>(router, {
  clientInterceptors: [
    async (call) => {
      call.context.answer.operation = call.path.join('.');
      return call.next();
    },
  ],
  interceptors: [
    async (call) => {
      try {
        return await call.next();
      } catch (error) {
        if (error instanceof ReadyJson) {
          call.context.ready = error;
          return { matched: true, response: { status: 200, headers: {}, body: undefined } };
        }
        if (!(error instanceof Replay)) {
          call.context.refusal = asRefusal(error);
          throw call.context.refusal;
        }
        call.context.answer.headers['idempotent-replay'] = 'true';
        return { matched: true, response: { status: error.status, headers: {}, body: error.response } };
      }
    },
  ],
});

/** GET calls that change data. */
const WRITES_BY_GET = /^\/api\/assignments\/assignment\/[^/]+\/reject\/?$/;

/** Serves every path below `/api`: the calls of the contract, and their description. */
export function apiRoute(services: Services, limits: Limits) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const url = new URL(request.url, 'http://server');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    assertContractServed(request.headers[CONTRACT_HEADER]);
    if (method !== 'GET' || WRITES_BY_GET.test(url.pathname))
      assertOwnOrigin(services.settings, request.headers);
    if (method === 'GET' && /^\/api\/openapi\.json\/?$/.test(url.pathname)) {
      return sendJson(request, reply, 200, await openApiDocument(services.settings.publicUrl));
    }
    const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const body = method === 'GET' ? undefined : parseBody(bytes);
    const context = requestContext(
      services,
      limits,
      request,
      `${method} ${url.pathname.replace(/\/$/, '')}${url.search}`,
      bytes,
    );
    const result = await handler.handle(
      { method, url, headers: request.headers, body: async () => body, signal: undefined },
      { prefix: '/api', context },
    );
    noteOperation(request, context.answer.operation);
    if (!result.matched) throw notFound();
    // Cookies are set with a refusal, too, because the request's token may have been replaced before it was refused.
    setCookies(reply, context.answer.cookies);
    if (context.refusal) throw context.refusal;
    reply.headers(context.answer.headers);
    if (context.ready) return sendReady(reply, context.ready);
    return sendJson(request, reply, result.response.status, result.response.body);
  };
}

/** Sends a refusal in the common format, and logs unexpected errors. */
export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error);
  if (refusal.code === 'internal' || refusal.code === 'unavailable')
    request.log.error({ err: refusal.cause ?? error }, refusal.code);
  if (refusal.data.retryAfter !== undefined) reply.header('retry-after', refusal.data.retryAfter);
  return reply
    .code(refusal.status)
    .headers({ [CONTRACT_HEADER]: CONTRACT_VERSION, 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal.body));
}

function sendReady(reply: FastifyReply, { etag, pieces }: ReadyJson): FastifyReply {
  reply.headers({ [CONTRACT_HEADER]: CONTRACT_VERSION, etag, 'cache-control': 'private, no-cache' });
  if (pieces === null) return reply.code(304).send();
  reply.type('application/json; charset=utf-8');
  return reply.send(pieces.length <= 2 ? pieces.join('') : Readable.from(pieces, { objectMode: false }));
}

function sendJson(request: FastifyRequest, reply: FastifyReply, status: number, body: unknown): FastifyReply {
  reply.code(status).headers({ [CONTRACT_HEADER]: CONTRACT_VERSION });
  if (request.method !== 'GET' && request.method !== 'HEAD') reply.header('cache-control', 'no-store');
  if (body === undefined) return reply.send();
  const text = JSON.stringify(body);
  if (request.method === 'GET' || request.method === 'HEAD') {
    const etag = etagOf(text);
    reply.header('etag', etag);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
    if (namesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Checks the client's version. @throws {Refusal} `contract_too_old` */
export function assertContractServed(header: string | string[] | undefined): void {
  if (header === undefined) return;
  const version = Number(header);
  if (!Number.isInteger(version) || version < OLDEST_CONTRACT_SERVED) {
    throw new Refusal(
      'contract_too_old',
      'This version of the app is too old. Reload the page to update it; nothing is lost.',
    );
  }
}

/** Parses our headers. @throws {Refusal} `invalid` if one of them is invalid */
export function requestContext(
  services: Services,
  limits: Limits,
  request: FastifyRequest,
  line: string,
  body: Uint8Array,
): RequestContext {
  const key = request.headers[IDEMPOTENCY_HEADER];
  const base = request.headers[BASE_VERSION_HEADER];
  const origin = request.headers[ORIGIN_HEADER];
  const user = request.headers[USER_HEADER];
  if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))) {
    throw invalid('The Idempotency-Key must be 1 to 255 characters without spaces.', 'Idempotency-Key');
  }
  if (base !== undefined && (typeof base !== 'string' || !/^\d{1,15}$/.test(base))) {
    throw invalid('X-Base-Version must be a whole number.', 'X-Base-Version');
  }
  if (origin !== undefined && !uuidSchema.safeParse(origin).success) {
    throw invalid('X-Counterpart-Origin must be a UUID.', 'X-Counterpart-Origin');
  }
  const jar = cookieJar(request, { secure: services.settings.publicUrl.startsWith('https:') });
  return {
    services,
    caller: {
      address: request.ip.replace(/^::ffff:/, ''),
      userAgent: request.headers['user-agent'] ?? '',
    },
    limits,
    local: services.settings.demo && isLoopback(services.settings) && isAskedHere(request),
    jar,
    token: sessionToken(request, jar),
    roomPass: request.cookies[ROOM_PASS_COOKIE] ?? null,
    signingDevice: signingDevice(request),
    asUser: typeof user === 'string' ? user.toLowerCase() : null,
    session: null,
    endpoint: '',
    idempotency:
      key === undefined
        ? null
        : { key, requestHash: createHash('sha256').update(line).update('\n').update(body).digest('hex') },
    ifNoneMatch: request.headers['if-none-match'],
    ready: null,
    baseVersion: base === undefined ? null : Number(base),
    origin: typeof origin === 'string' ? origin.toLowerCase() : null,
    answer: { headers: {}, cookies: [], operation: 'unmatched' },
    refusal: null,
  };
}
