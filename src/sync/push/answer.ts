import type { ErrorBody } from '../../contract/errors.ts';

/**
 * The outcome of a request, decided once and by type. Only responses that are certainly from our server count. A captive
 * portal's page, a firewall's 403 and a body that doesn't fit its schema are `retry`.
 * - `serverNow`: the server's clock, epoch milliseconds.
 * - `reason`: a sentence for the user. `error`: what docs/product/api.md calls the failure, for the diagnostics page.
 * - `ours`: our own server asked us to try again, for example while it restarts.
 * - `accessEnded`: an administrator has disabled the account or removed the user from the organization.
 */
export type Answer<Body> =
  | { kind: 'ok'; body: Body; etag: string | null; serverNow: number | null }
  | { kind: 'not_modified' }
  | { kind: 'rejected'; code: string; message: string; error: ErrorBody }
  | {
      kind: 'retry';
      reason: string;
      error: string | null;
      unreachable: boolean;
      ours: boolean;
      afterMs: number | null;
    }
  | { kind: 'signed_out'; message: string; accessEnded?: true }
  | { kind: 'update_needed'; message: string };

/** The request should be made again. */
export type RetryAnswer = Extract<Answer<never>, { kind: 'retry' }>;

/** A response that can't be used. */
export type Setback = Exclude<Answer<never>, { kind: 'ok' } | { kind: 'not_modified' }>;

/**
 * The outcome of a pull. `behind` are deals that must also be pulled. `again`: the server can't continue from the device's
 * cursor, or the checksums differ, so the deal must be pulled whole.
 */
export type Pulled =
  | { outcome: 'applied'; behind?: readonly string[] }
  | { outcome: 'again' }
  | { outcome: 'held'; setback: Setback };

/** The server no longer supports the contract of this version of the app. */
export class UpdateNeededError extends Error {
  constructor() {
    super('this version of the app is too old for the server');
  }
}
