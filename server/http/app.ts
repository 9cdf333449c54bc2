import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import zlib from 'node:zlib';
import { EventLimit } from '../auth/event-limit.ts';
import { LoginLimit } from '../auth/login-limit.ts';
import { ResetLimit } from '../auth/reset-limit.ts';
import { SharedDelay } from '../auth/shared-delay.ts';
import type { EventStreams } from '../events/event-streams.ts';
import { log } from '../log.ts';
import { notFound } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';
import { apiRoute, requestContext, sendRefusal } from './api-route.ts';
import { routeDocusign } from './docusign-route.ts';
import { routeEvents } from './events-route.ts';
import { routeFiles } from './files-route.ts';
import { measureRequests } from './measure-requests.ts';
import { routeOperations } from './operations-routes.ts';
import { protectPages } from './pages/page-protection.ts';
import { servePages } from './pages/pages.ts';
import { closeUnusedConnections } from './unused-connections.ts';

/** Enough for a list of 2,000 signatories with their addresses, and for a bulk move of 10,000 elements. */
const BODY_LIMIT = 4_194_304;

/** The time limit for receiving a whole request. Files go to the store, which has its own limit. */
const REQUEST_MS = 120_000;

/** Builds the HTTP server, which isn't listening yet. `streams` null = no event stream. */
export async function buildApp(services: Services, streams: EventStreams | null): Promise<FastifyInstance> {
  const { settings } = services;
  const logger: FastifyBaseLogger = log;
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    trustProxy: trustedProxies(settings.trustProxy),
    genReqId: () => randomUUID(),
    loggerInstance: logger,
    // Fastify's own lines contain addresses: measure-requests.ts logs requests by their route.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Errors before any route is found, such as a path that cannot be decoded.
    frameworkErrors: (error, request, reply) => void sendRefusal(error, request, reply),
  });
  // The route parses the body after checking the origin, whatever the media type says.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  closeUnusedConnections(app);
  measureRequests(app);
  app.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply));
  await protectPages(app, settings);
  await app.register(cookie);
  await app.register(compress, {
    // Our clients never compress requests; a compressed one could be a bomb.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } },
  });
  const now = () => services.now();
  const delay = new SharedDelay(services.db, now);
  const limits = {
    logins: new LoginLimit(delay),
    resets: new ResetLimit(delay),
    open: delay,
    events: new EventLimit(now),
  };
  app.all('/api', async () => {
    throw notFound();
  });
  const contextOf = (request: FastifyRequest) =>
    requestContext(services, limits, request, '', new Uint8Array());
  routeOperations(app, services);
  routeDocusign(app, services);
  routeFiles(app, contextOf);
  if (streams) routeEvents(app, contextOf, streams);
  app.all('/api/*', apiRoute(services, limits));
  await servePages(app, settings);
  return app;
}

/** The number of trusted proxies in front of the server, in Fastify's format. */
function trustedProxies(setting: Settings['trustProxy']) {
  if (typeof setting !== 'number') return setting;
  return (_address: string, hop: number) => hop < setting;
}
