import type { EsigningService } from '../../src/contract/rules/transactions/esigning-services.ts';
import type { Settings } from '../settings.ts';

/** Returns the signing services that this server can use. DocuSign needs settings. */
export function offeredServices({ docusign }: Pick<Settings, 'docusign'>): EsigningService[] {
  return docusign === null ? ['counterpart'] : ['counterpart', 'docusign'];
}
