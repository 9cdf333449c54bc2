import type { Session } from './sessions.ts';

const SESSION_COOKIE = 'session';
/** Readable by the page: epoch seconds (core spec 4 "Session refresh"). */
const EXPIRY_COOKIE = 'session_expiry';

// The server ends a session, not the cookie: else each use would have to send both again.
const COOKIE_DAYS = 30;

/** `Set-Cookie` values of a session that began or got a new token. */
export function sessionCookies(session: Session, secure: boolean): string[] {
  return [
    `${SESSION_COOKIE}=${session.token}; HttpOnly; ${attributes(secure, COOKIE_DAYS * 86_400)}`,
    ...expiryCookie(session, secure),
  ];
}

/** `Set-Cookie` value of a session that was prolonged under the same token. */
export function expiryCookie(session: Pick<Session, 'expiresAt'>, secure: boolean): string[] {
  return [`${EXPIRY_COOKIE}=${epochSeconds(session.expiresAt)}; ${attributes(secure, COOKIE_DAYS * 86_400)}`];
}

/** `Set-Cookie` values after which the browser has no session. */
export function clearedCookies(secure: boolean): string[] {
  return [
    `${SESSION_COOKIE}=; HttpOnly; ${attributes(secure, 0)}`,
    `${EXPIRY_COOKIE}=; ${attributes(secure, 0)}`,
  ];
}

export function epochSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

/** The session token of a `Cookie` header. */
export function sessionToken(cookieHeader: string | undefined): string | null {
  for (const pair of (cookieHeader ?? '').split(';')) {
    const [name, value] = pair.split('=', 2);
    if (name?.trim() === SESSION_COOKIE && value && /^[\w-]{43}$/.test(value.trim())) return value.trim();
  }
  return null;
}

function attributes(secure: boolean, maxAge: number): string {
  return `Path=/; SameSite=Lax; Max-Age=${maxAge}${secure ? '; Secure' : ''}`;
}
