import type { EventLimit } from '../auth/event-limit.ts';
import type { LoginLimit } from '../auth/login-limit.ts';
import type { ResetLimit } from '../auth/reset-limit.ts';
import type { CookieJar, NewCookie } from '../auth/session-cookies.ts';
import type { Caller, FoundSession } from '../auth/sessions.ts';
import type { SharedDelay } from '../auth/shared-delay.ts';
import type { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { ReadyJson } from './ready-json.ts';

/** What slows those who try too much: in all processes together, but for events. */
export type Limits = {
  logins: LoginLimit;
  resets: ResetLimit;
  events: EventLimit;
  /** What anybody may ask for without an account (server/auth/open-limits.ts). */
  open: SharedDelay;
};

/** What handlers know about a request besides its input, and what they may add to its response. */
export type RequestContext = {
  services: Services;
  caller: Caller;
  limits: Limits;
  /** Asked on this machine, by its own name: the only way in for demo accounts. */
  local: boolean;
  jar: CookieJar;
  token: string | null;
  /** `X-Counterpart-User`: whose work the request is; another person's session is none for it. */
  asUser: string | null;
  session: FoundSession | null;
  /** Which endpoint of the contract is called, such as `elements.update`. */
  endpoint: string;
  idempotency: { key: string; requestHash: string } | null;
  /** `If-None-Match`. */
  ifNoneMatch: string | undefined;
  /** `X-Base-Version`: the row's version that an edit was made upon. */
  baseVersion: number | null;
  /** `X-Counterpart-Origin`: the outbox that an edit was made in; null = not given. */
  origin: string | null;
  /** What a handler has written itself; the route sends it. */
  ready: ReadyJson | null;
  answer: {
    headers: Record<string, string>;
    cookies: NewCookie[];
    /** The call of the contract, such as `documents.create`; `unmatched` until one is found. */
    operation: string;
  };
  /** Why the call failed; the route sends it. */
  refusal: Refusal | null;
};
