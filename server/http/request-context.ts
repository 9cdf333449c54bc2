import type { EventLimit } from '../auth/event-limit.ts';
import type { LoginLimit } from '../auth/login-limit.ts';
import type { ResetLimit } from '../auth/reset-limit.ts';
import type { CookieJar, NewCookie } from '../auth/session-cookies.ts';
import type { Caller, FoundSession } from '../auth/sessions.ts';
import type { SharedDelay } from '../auth/shared-delay.ts';
import type { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { ReadyJson } from './ready-json.ts';

/** Limits on repeated attempts. They apply across all processes, except for events. */
export type Limits = {
  logins: LoginLimit;
  resets: ResetLimit;
  events: EventLimit;
  /** What anyone can request without an account (server/auth/open-limits.ts). */
  open: SharedDelay;
};

/** What handlers know about a request besides its input, and what they can add to its response. */
export type RequestContext = {
  services: Services;
  caller: Caller;
  limits: Limits;
  /** Whether the request was made on this machine, by its own name. Demo accounts can't be used in any other way. */
  local: boolean;
  jar: CookieJar;
  token: string | null;
  /** `X-Counterpart-User`: the user of the request; another user's session doesn't count. */
  asUser: string | null;
  /** The proof that the access code of a signing room was entered. */
  roomPass: string | null;
  /** The secret of the device that a signatory uses. */
  signingDevice: string | null;
  session: FoundSession | null;
  /** The called endpoint of the contract, such as `elements.update`. */
  endpoint: string;
  idempotency: { key: string; requestHash: string } | null;
  /** `If-None-Match`. */
  ifNoneMatch: string | undefined;
  /** `X-Base-Version`: the row version that an edit was based on. */
  baseVersion: number | null;
  /** `X-Counterpart-Origin`: the outbox that an edit was made in; null = not given. */
  origin: string | null;
  /** A response that a handler has written itself, and that the route sends. */
  ready: ReadyJson | null;
  answer: {
    headers: Record<string, string>;
    cookies: NewCookie[];
    /** The call of the contract, such as `documents.create`; `unmatched` until one is found. */
    operation: string;
  };
  /** Why the call failed. The route sends it. */
  refusal: Refusal | null;
};
