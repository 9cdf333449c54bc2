import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from './sessions.ts';

const SESSION_COOKIE = 'session';
/** The same token for a frame in a page of another site, where browsers send no `Lax` cookie (docs/adr/0019). */
const FRAME_COOKIE = 'session_in_frame';
/** Readable by the page: epoch seconds (core spec 4 "Session refresh"). */
const EXPIRY_COOKIE = 'session_expiry';

// The server ends a session, not the cookie: else each use would have to send both again.
const COOKIE_DAYS = 30;

/** A cookie that an answer is to set. */
export type NewCookie = { name: string; value: string; options: CookieSerializeOptions };

/** What the cookies of an answer depend on: whether it goes by HTTPS, and whether the session is one of a frame. */
export type CookieJar = { secure: boolean; framed: boolean };

/** Of a session that began or got a new token. */
export function sessionCookies(session: Session, jar: CookieJar): NewCookie[] {
  return [...tokenCookies(session.token, jar, lasting(jar)), ...expiryCookie(session, jar)];
}

/** In a frame of the app's own site the first is taken too: they bear the same token always. */
function tokenCookies(value: string, { framed }: CookieJar, options: CookieSerializeOptions): NewCookie[] {
  const inFrame = { ...options, httpOnly: true, secure: true, sameSite: 'none', partitioned: true } as const;
  return [
    { name: SESSION_COOKIE, value, options: { ...options, httpOnly: true } },
    ...(framed ? [{ name: FRAME_COOKIE, value, options: inFrame }] : []),
  ];
}

/** Of a session that was prolonged under the same token. */
export function expiryCookie(session: Pick<Session, 'expiresAt'>, jar: CookieJar): NewCookie[] {
  return [{ name: EXPIRY_COOKIE, value: String(epochSeconds(session.expiresAt)), options: lasting(jar) }];
}

/** After these the browser has no session. */
export function clearedCookies(jar: CookieJar): NewCookie[] {
  const options = { ...lasting(jar), maxAge: 0 };
  return [...tokenCookies('', jar, options), { name: EXPIRY_COOKIE, value: '', options }];
}

export function setCookies(reply: FastifyReply, cookies: readonly NewCookie[]): void {
  for (const { name, value, options } of cookies) reply.setCookie(name, value, options);
}

export function epochSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

type Cookies = Pick<FastifyRequest, 'cookies'>;

/** The session token of a request; null where there is none, or what cannot be one. */
export function sessionToken({ cookies }: Cookies): string | null {
  const token = cookies[SESSION_COOKIE] ?? cookies[FRAME_COOKIE];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null;
}

/** Whether the request's session is one of a frame. */
export function isFramed({ cookies }: Cookies): boolean {
  return cookies[FRAME_COOKIE] !== undefined;
}

function lasting({ secure }: CookieJar): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', maxAge: COOKIE_DAYS * 86_400, secure };
}
