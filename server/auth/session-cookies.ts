import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from './sessions.ts';

const SESSION_COOKIE = 'session';
/** Readable by the page: epoch seconds (core spec 4 "Session refresh"). */
const EXPIRY_COOKIE = 'session_expiry';

// The server ends a session, not the cookie: else each use would have to send both again.
const COOKIE_DAYS = 30;

/** A cookie that an answer is to set. */
export type NewCookie = { name: string; value: string; options: CookieSerializeOptions };

/** Of a session that began or got a new token. */
export function sessionCookies(session: Session, secure: boolean): NewCookie[] {
  return [
    { name: SESSION_COOKIE, value: session.token, options: { ...lasting(secure), httpOnly: true } },
    ...expiryCookie(session, secure),
  ];
}

/** Of a session that was prolonged under the same token. */
export function expiryCookie(session: Pick<Session, 'expiresAt'>, secure: boolean): NewCookie[] {
  return [{ name: EXPIRY_COOKIE, value: String(epochSeconds(session.expiresAt)), options: lasting(secure) }];
}

/** After these the browser has no session. */
export function clearedCookies(secure: boolean): NewCookie[] {
  const options = { ...lasting(secure), maxAge: 0 };
  return [
    { name: SESSION_COOKIE, value: '', options: { ...options, httpOnly: true } },
    { name: EXPIRY_COOKIE, value: '', options },
  ];
}

export function setCookies(reply: FastifyReply, cookies: readonly NewCookie[]): void {
  for (const { name, value, options } of cookies) reply.setCookie(name, value, options);
}

export function epochSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** The session token of a request; null where there is none, or what cannot be one. */
export function sessionToken({ cookies }: Pick<FastifyRequest, 'cookies'>): string | null {
  const token = cookies[SESSION_COOKIE];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null;
}

function lasting(secure: boolean): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', maxAge: COOKIE_DAYS * 86_400, secure };
}
