/**
 * Who may call an endpoint. The server's policy with that name decides (docs/product/people-and-access.md, "Who sees a
 * transaction").
 *
 * public       anyone
 * signed_in    a session
 * organization someone of the organization; others get 404
 * organization_admin an admin of the organization; its other people get 403, others 404
 * deal         a participant of the deal, or an admin of its organization; others get 404. Strict data access: an admin who
 *              is no participant gets 403. Support, while it is let in, reads as an admin does, and gets 403 for writes; so
 *              does a participant who may only view the deal, except for what concerns them alone (`own`)
 * deal_outline as `deal`; whom strict data access holds back gets name, client, matter and dates
 * deal_admin   an admin of the deal's organization, also one whom strict data access holds back: it is how anybody is made a
 *              participant where nobody is left on the deal. Its participants get 403, others 404
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
