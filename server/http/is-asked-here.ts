import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../settings.ts';

/** Any of these means that there is a proxy or tunnel on this machine, with the user somewhere else. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** True if the request was made on this machine, under its own name, without a proxy. */
export function isAskedHere(request: FastifyRequest): boolean {
  return (
    isLoopbackHost(request.hostname) &&
    isLoopbackHost(request.ip.replace(/^::ffff:/, '')) &&
    !FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined)
  );
}
