import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from './sessions.ts';

const SESSION_COOKIE = 'session';
/** The same token for a frame on another site's page, where browsers don't send `Lax` cookies (docs/adr/0019). */
const FRAME_COOKIE = 'session_in_frame';
/** The prefix under HTTPS. It prevents other hosts of the domain, and pages without HTTPS, from setting such a cookie. */
const HOST_PREFIX = '__Host-';
/**
 * Readable by the page: epoch seconds (docs/product/sign-in.md, "Sessions"). It proves nothing, so it keeps its name.
 */
const EXPIRY_COOKIE = 'session_expiry';

// The server ends a session, not the cookie; otherwise each use would have to send both again.
const COOKIE_DAYS = 30;

/** A cookie that a response sets. */
export type NewCookie = { name: string; value: string; options: CookieSerializeOptions };

/** The facts that decide a response's cookies. */
export type CookieJar = {
  /** Whether the app is published under HTTPS. */
  secure: boolean;
  /** Whether the session is in a frame. */
  framed: boolean;
  /** Under HTTPS, cookies from before the prefix was introduced. They are replaced. */
  unprefixed: readonly string[];
};

/** Returns the cookies for a session that started or got a new token, or whose cookies don't have the prefix yet. */
export function sessionCookies(session: Session, jar: CookieJar): NewCookie[] {
  return [...tokenCookies(session.token, jar, lasting(jar)), ...expiryCookie(session, jar)];
}

/**
 * Returns the cookies with a token. A frame also gets the ordinary one, which browsers accept in frames of the app's own
 * site.
 */
function tokenCookies(value: string, jar: CookieJar, options: CookieSerializeOptions): NewCookie[] {
  const own = { ...options, httpOnly: true };
  const inFrame = { ...own, secure: true, sameSite: 'none', partitioned: true } as const;
  const optionsOf = (name: string) => (name === FRAME_COOKIE ? inFrame : own);
  const names = [SESSION_COOKIE, ...(jar.framed ? [FRAME_COOKIE] : [])];
  return [
    ...names.map((name) => ({ name: nameIn(jar, name), value, options: optionsOf(name) })),
    ...jar.unprefixed.map((name) => ({ name, value: '', options: { ...optionsOf(name), maxAge: 0 } })),
  ];
}

/** Returns the cookies for a session that was extended with the same token. */
export function expiryCookie(session: Pick<Session, 'expiresAt'>, jar: CookieJar): NewCookie[] {
  return [{ name: EXPIRY_COOKIE, value: String(epochSeconds(session.expiresAt)), options: lasting(jar) }];
}

/** Returns cookies that end the browser's session. */
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

/** The parts of a request's cookies that the response's cookies depend on. */
export function cookieJar({ cookies }: Cookies, { secure }: { secure: boolean }): CookieJar {
  const has = (name: string) => cookies[name] !== undefined;
  return {
    secure,
    framed: has(FRAME_COOKIE) || (secure && has(HOST_PREFIX + FRAME_COOKIE)),
    unprefixed: secure ? [SESSION_COOKIE, FRAME_COOKIE].filter(has) : [],
  };
}

/**
 * Returns the session token of a request, or null if it has none or an invalid one. Under HTTPS, a cookie from before the
 * prefix counts only if no cookie has the prefix.
 */
export function sessionToken({ cookies }: Cookies, { secure }: Pick<CookieJar, 'secure'>): string | null {
  const names = [SESSION_COOKIE, FRAME_COOKIE];
  const inOrder = [...(secure ? names.map((name) => HOST_PREFIX + name) : []), ...names];
  const token = inOrder.map((name) => cookies[name]).find((value) => value !== undefined);
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null;
}

function nameIn({ secure }: CookieJar, name: string): string {
  return secure ? HOST_PREFIX + name : name;
}

function lasting({ secure }: CookieJar): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', maxAge: COOKIE_DAYS * 86_400, secure };
}
