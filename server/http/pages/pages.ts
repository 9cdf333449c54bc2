import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../refusal.ts';
import type { Settings } from '../../settings.ts';

/** The built app. */
const DIST = resolve(import.meta.dirname, '../../../dist');

/** Serves the app's shell: the build's files, and a single page for every address that the app's router handles. */
export async function servePages(
  app: FastifyInstance,
  settings: Pick<Settings, 'publicUrl'>,
  dist = DIST,
): Promise<void> {
  const { publicUrl } = settings;
  app.addHook('onRequest', async (request, reply) => {
    // A different origin would mean a second mirror of the same deals on one device.
    if (!isNavigation(request) || !leavesItsOrigin(request, publicUrl)) return;
    // Not resolved as a link, because `//other.example` would lead to another site.
    await reply.redirect(`${publicUrl}${request.url}`, 302);
  });
  const built = existsSync(dist);
  if (built) {
    await app.register(fastifyStatic, {
      root: dist,
      index: false,
      // Files are looked up at each request, so a new build is served at once.
      wildcard: true,
      cacheControl: false,
      setHeaders: (reply, path) => setCaching(reply, path.slice(dist.length)),
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const page = !request.url.startsWith('/api') && isNavigation(request);
    if (!page || !built || !existsSync(resolve(dist, 'index.html'))) throw notFound();
    return request.url.startsWith(ROOM) ? sendRoom(reply) : sendIndex(reply);
  });
  if (built) app.get('/', (_request, reply) => sendIndex(reply));
}

function sendIndex(reply: FastifyReply): FastifyReply {
  return reply.code(200).sendFile('index.html');
}

/** The signing room is a separate page. Its address is a secret, so it is never sent to other pages as the referrer. */
const ROOM = '/sign/';

function sendRoom(reply: FastifyReply): FastifyReply {
  return reply.code(200).header('Referrer-Policy', 'no-referrer').sendFile('sign.html');
}

function setCaching(reply: FastifyReply, file: string): void {
  if (file === '/service-worker.js') reply.header('Service-Worker-Allowed', '/');
  if (file.endsWith('.js')) reply.header('SourceMap', `${basename(file)}.map`);
  // Files below assets/ have a content hash in their name.
  const immutable = file.startsWith('/assets/');
  reply.header('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
}

/** Returns whether a browser opens a page, as opposed to a missing script or picture (those have an extension). */
function isNavigation(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  const accepts = request.headers.accept ?? '';
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !path.startsWith('/api/') &&
    extname(path) === '' &&
    accepts.includes('text/html')
  );
}

function leavesItsOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const url = new URL(publicUrl);
  return (
    request.hostname === 'localhost' &&
    url.hostname === '127.0.0.1' &&
    String(request.port ?? 80) === (url.port || '80')
  );
}
