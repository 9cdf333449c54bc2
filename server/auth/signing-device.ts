import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { SIGNING_DEVICE_HEADER } from '../../src/contract/version.ts';
import type { CookieJar, NewCookie } from './session-cookies.ts';

const SIGNING_DEVICE_COOKIE = 'signing_device';

/** The lifetime of a signing link. */
const DEVICE_SECONDS = 60 * 86_400;

/** Returns the secret by which a signatory's device is recognized; null if it has none yet. */
export function signingDevice({
  cookies,
  headers,
}: Pick<FastifyRequest, 'cookies' | 'headers'>): string | null {
  const secret = cookies[SIGNING_DEVICE_COOKIE] ?? headers[SIGNING_DEVICE_HEADER];
  return typeof secret === 'string' && /^[\w-]{36,43}$/.test(secret) ? secret : null;
}

/** Returns a new secret for a device. */
export function newSigningDevice(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the cookie that keeps a secret for 60 days. Browsers send it only with the calls of signing rooms. */
export function signingDeviceCookie(device: string, { secure }: Pick<CookieJar, 'secure'>): NewCookie {
  return {
    name: SIGNING_DEVICE_COOKIE,
    value: device,
    options: { path: '/api/signing', sameSite: 'strict', httpOnly: true, secure, maxAge: DEVICE_SECONDS },
  };
}
