import type { EsigningService } from '../../src/contract/rules/transactions/esigning-services.ts';
import type { Settings } from '../settings.ts';

/** Returns the services that can carry out the signing from this server. DocuSign needs settings. */
export function offeredServices({ docusign }: Pick<Settings, 'docusign'>): EsigningService[] {
  return docusign === null ? ['counterpart'] : ['counterpart', 'docusign'];
}
