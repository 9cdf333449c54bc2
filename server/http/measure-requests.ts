import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EVENTS_PATH } from '../../src/contract/events.ts';
import { httpRequests, httpSeconds } from '../metrics.ts';

const operations = new WeakMap<FastifyRequest, string>();

/** Records which call of the contract a request is, such as `documents.create`. */
export function noteOperation(request: FastifyRequest, operation: string): void {
  operations.set(request, operation);
}

/**
 * Measures and logs each request by its route, never by its address: addresses contain ids, search words and tokens.
 * The request's id is returned as `X-Request-Id`, so that a user's report leads to the log line.
 */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = operations.get(request) ?? request.routeOptions.url ?? 'unknown';
    const { method } = request;
    const status = reply.statusCode;
    httpRequests.inc({ route, method, status });
    if (route !== `/api${EVENTS_PATH}`) httpSeconds.observe({ route, method }, reply.elapsedTime / 1000);
    request.log.info({ route, method, status, milliseconds: Math.round(reply.elapsedTime) }, 'answered');
  });
}
