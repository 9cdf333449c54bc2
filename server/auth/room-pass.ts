import { passFor } from '../store/deals/packets/link-holder.ts';
import type { CookieJar, NewCookie } from './session-cookies.ts';

/** Proves that the access code of a packet was entered in this browser. */
export const ROOM_PASS_COOKIE = 'signing_pass';

/** How long a pass opens the room, in milliseconds. A browser that is closed drops it earlier. */
const PASS_MS = 12 * 3_600_000;

/** The cookie for a link whose code was entered. It is sent only to this link's calls, and works for no other link. */
export function roomPassCookie(
  token: string,
  codeHash: string,
  { now, jar }: { now: Date; jar: CookieJar },
): NewCookie {
  return {
    name: ROOM_PASS_COOKIE,
    value: passFor(token, codeHash, new Date(now.getTime() + PASS_MS)),
    options: { path: `/api/signing/${token}`, sameSite: 'strict', httpOnly: true, secure: jar.secure },
  };
}
