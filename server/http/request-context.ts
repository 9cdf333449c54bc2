import type { FoundSession } from '../auth/sessions.ts';
import type { NewCookie } from '../auth/session-cookies.ts';
import type { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';

/** Who asks, after sign-in. */
export type SignedInUser = FoundSession['user'];

/** What the handlers know of a request beside its input, and what they may add to its answer. */
export type RequestContext = {
  services: Services;
  /** Counts an attempt to sign in from the address that asks: the seconds to wait, or 0. */
  countLogin(loginId: string): Promise<number>;
  /** Asked on this machine, by its own name: the only way in for demo accounts. */
  local: boolean;
  secure: boolean;
  token: string | null;
  /** `X-Counterpart-User`: whose work the request is; another person's session is none for it. */
  asUser: string | null;
  session: FoundSession | null;
  idempotency: { key: string; requestHash: string } | null;
  /** `X-Base-Version`: the row's version that an edit was made upon. */
  baseVersion: number | null;
  answer: { headers: Record<string, string>; cookies: NewCookie[] };
  /** Why the call failed; the route sends it. */
  refusal: Refusal | null;
};
