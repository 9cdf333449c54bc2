import {
  ESIGNING_SERVICES,
  type EsigningService,
} from '../../contract/rules/transactions/esigning-services.ts';
import { PRODUCT_NAME } from '../product.ts';

const NAMES: Record<EsigningService, string> = { counterpart: PRODUCT_NAME, docusign: 'DocuSign' };

/** Returns the name of an e-signing service. An unknown service is named by its own identifier. */
export function serviceInWords(service: string): string {
  const known = ESIGNING_SERVICES.find((each) => each === service);
  return known === undefined ? service : NAMES[known];
}
