import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../settings.ts';

/** If any of these is present, a proxy or tunnel on this machine forwards requests of users elsewhere. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Returns whether the request was made on this machine, under its own name, without a proxy. */
export function isAskedHere(request: FastifyRequest): boolean {
  return (
    isLoopbackHost(request.hostname) &&
    isLoopbackHost(request.ip.replace(/^::ffff:/, '')) &&
    !FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined)
  );
}
