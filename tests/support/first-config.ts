/** The settings as the first servers sent them. Settings added later have a default. */
export const FIRST_CONFIG = {
  application_id: 'counterpart',
  tenant_id: 'counterpart',
  hide_support: 'False',
  page_conversion_ms: 400,
  poll_documents_ms: 3000,
  stale_transaction_ms: 30_000,
  stale_items_ms: 10_000,
  stale_documents_ms: 20_000,
  change_feed: true,
  event_stream: true,
  resumable_uploads: true,
};
