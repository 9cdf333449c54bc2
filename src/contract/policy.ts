/**
 * Who may call an endpoint. The server's policy with that name decides
 * (docs/product/people-and-access.md, "Who sees a transaction").
 *
 * public       anyone
 * signed_in    a session
 * organization somebody in the organization; others get 404
 * organization_admin an admin of the organization; its other people get 403, others 404
 * deal         a participant of the deal, or an admin of its organization; others get 404. Under strict data access, an
 *              admin who is not a participant gets 403. Support with access reads like an admin, and gets 403 for writes;
 *              so does a participant who may only view the deal, except for what concerns only themselves (`own`)
 * deal_outline as `deal`, but admins restricted by strict data access get name, client, matter and dates
 * deal_admin   an admin of the deal's organization, even if restricted by strict data access: only they can add somebody to
 *              a deal without participants. Its participants get 403, others 404
 * deal_owner   the deal's creator, while they belong to its organization, and that organization's admins; other participants
 *              get 403
 */
export type Policy =
  | 'public'
  | 'signed_in'
  | 'organization'
  | 'organization_admin'
  | 'deal'
  | 'deal_outline'
  | 'deal_admin'
  | 'deal_owner';

/** The contract's facts about an endpoint other than its route. */
export interface EndpointMeta {
  policy: Policy;
  /** Writes store their response under the Idempotency-Key; calls that only read or only touch the session do not. */
  idempotent?: boolean;
  /**
   * A write of policy `deal` that concerns only the caller's own participation: view-only participants can make it,
   * too.
   */
  own?: boolean;
}
