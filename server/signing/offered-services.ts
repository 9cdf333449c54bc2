import type { EsigningService } from '../../src/contract/rules/transactions/esigning-services.ts';

/** Returns the services that can carry out the signing from this server. It has no connection to DocuSign. */
export function offeredServices(): readonly EsigningService[] {
  return ['counterpart'];
}
