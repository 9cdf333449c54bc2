import type { ErrorBody } from '../../contract/errors.ts';

/**
 * What became of a request, decided once and by type. Only answers that are surely our server's count: a captive
 * portal's page, a firewall's 403 or a body that does not fit its schema are `retry`.
 * `accessEnded`: an admin has disabled the account or removed the person from the organization.
 * `serverNow` is the server's clock, epoch milliseconds. `ours`: our own server said so, as while it is restarting.
 */
export type Answer<Body> =
  | { kind: 'ok'; body: Body; etag: string | null; serverNow: number | null }
  | { kind: 'not_modified' }
  | { kind: 'rejected'; code: string; message: string; error: ErrorBody }
  | { kind: 'retry'; reason: string; unreachable: boolean; ours: boolean; afterMs: number | null }
  | { kind: 'signed_out'; message: string; accessEnded?: true }
  | { kind: 'update_needed'; message: string };

/** To be asked again. */
export type RetryAnswer = Extract<Answer<never>, { kind: 'retry' }>;

/** An answer that brought nothing to use. */
export type Setback = Exclude<Answer<never>, { kind: 'ok' } | { kind: 'not_modified' }>;

/**
 * What became of a pull. `behind`: deals whose feed is to be asked besides. `again`: what is on the device cannot be
 * brought on from where it stands, or does not add up to what the server has; the deal is to be pulled whole.
 */
export type Pulled =
  | { outcome: 'applied'; behind?: readonly string[] }
  | { outcome: 'again' }
  | { outcome: 'held'; setback: Setback };

/** The server does not serve the contract of this version of the app any more. */
export class UpdateNeededError extends Error {
  constructor() {
    super('this version of the app is too old for the server');
  }
}
