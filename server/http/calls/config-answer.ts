import type { Config } from '../../../src/contract/endpoints/account/auth.ts';
import { offeredServices } from '../../signing/offered-services.ts';
import type { Settings } from '../../settings.ts';

/** `GET /config` (docs/product/api.md, "Configuration"). */
export function configAnswer({
  resumableUploads,
  pageConversionMs,
  hideSupport,
  supportEmail,
  smtpUrl,
  docusign,
}: Pick<
  Settings,
  'resumableUploads' | 'pageConversionMs' | 'hideSupport' | 'supportEmail' | 'smtpUrl' | 'docusign'
>): Config {
  return {
    application_id: 'counterpart',
    tenant_id: 'counterpart',
    hide_support: hideSupport,
    support_email: supportEmail,
    // Without a mail server, messages would stay in an outbox that nobody reads.
    takes_messages: supportEmail !== null && smtpUrl !== null,
    sends_email: smtpUrl !== null,
    page_conversion_ms: pageConversionMs,
    poll_documents_ms: 3000,
    stale_transaction_ms: 30_000,
    stale_items_ms: 10_000,
    stale_documents_ms: 20_000,
    change_feed: true,
    event_stream: true,
    resumable_uploads: resumableUploads,
    esigning_services: offeredServices({ docusign }),
  };
}
