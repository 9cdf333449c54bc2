import type { EsigningService } from '../../../src/contract/rules/transactions/esigning-services.ts';
import { invalid } from '../../refusal.ts';
import type { Settings } from '../../settings.ts';
import { offeredServices } from '../../signing/offered-services.ts';

/**
 * Refuses a service that would leave a deal's packets unsent, or send them differently from what it says. A deal keeps its
 * existing service.
 * @throws {Refusal} `invalid`
 */
export function assertOfferedService(
  settings: Settings,
  asked: EsigningService | undefined,
  current?: EsigningService,
): void {
  if (asked === undefined || asked === current || offeredServices(settings).includes(asked)) return;
  throw invalid(
    'DocuSign isn’t set up on this server. Choose Counterpart as the e-signing service.',
    'esigning_service',
  );
}
