/**
 * Who may call an endpoint; the server's policy of that name decides (domain "People and rights").
 *
 * public       anyone
 * signed_in    a session
 * organization someone of the organization; others get 404
 * organization_admin an admin of the organization; its other people get 403, others 404
 * deal         a participant of the deal, or an admin of its organization; others get 404
 * deal_owner   the deal's creator and admins of its organization; other participants get 403
 */
export type Policy = 'public' | 'signed_in' | 'organization' | 'organization_admin' | 'deal' | 'deal_owner';

/** What the contract says of an endpoint beside its route. */
export interface EndpointMeta {
  policy: Policy;
  /** Writes keep their answer under the Idempotency-Key; those that only read or only touch the session do not. */
  idempotent?: boolean;
}
