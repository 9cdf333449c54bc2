import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EVENTS_PATH } from '../../src/contract/events.ts';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '../../src/contract/version.ts';
import { setCookies } from '../auth/session-cookies.ts';
import type { EventStreams } from '../events/event-streams.ts';
import { assertContractServed } from './api-route.ts';
import type { RequestContext } from './request-context.ts';
import { sessionOf, signedOutOf } from './require-session.ts';

/** The number of bytes that a reader may leave unread, in addition to the sockets' buffers: some hundred events. */
const UNREAD_BYTES = 16_384;

/** The time for a stream's last bytes to be sent; after that the connection is cut. */
const END_MS = 1000;

/** `GET /api/events`: server-sent events that name the deals that changed (src/contract/events.ts). */
export function routeEvents(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest) => RequestContext,
  streams: EventStreams,
): void {
  app.get(`/api${EVENTS_PATH}`, { exposeHeadRoute: false, compress: false }, async (request, reply) => {
    assertContractServed(request.headers[CONTRACT_HEADER]);
    const context = contextOf(request);
    context.session = await sessionOf(context);
    if (!context.session) throw await signedOutOf(context);
    const { user, family } = context.session;
    const readable = new Readable({ highWaterMark: UNREAD_BYTES, read() {} });
    const cut = () => reply.raw.destroy();
    const remove = streams.add({
      user: user.uuid,
      family,
      write: (text) => readable.push(text),
      end: () => {
        remove();
        readable.push(null);
        const timer = setTimeout(cut, END_MS).unref();
        readable.once('close', () => clearTimeout(timer));
      },
      cut,
    });
    readable.once('close', remove);
    setCookies(reply, context.answer.cookies);
    return reply
      .headers({
        [CONTRACT_HEADER]: CONTRACT_VERSION,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // Nothing else uses this connection, so it closes with the stream and never delays a shutdown.
        connection: 'close',
      })
      .send(readable);
  });
  // Close the streams before the server waits for pending requests, because they would never end.
  app.addHook('preClose', async () => streams.endAll());
}
