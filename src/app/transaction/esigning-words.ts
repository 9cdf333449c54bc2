import {
  ESIGNING_SERVICES,
  type EsigningService,
} from '../../contract/rules/transactions/esigning-services.ts';
import { PRODUCT_NAME } from '../product.ts';

const NAMES: Record<EsigningService, string> = { counterpart: PRODUCT_NAME, docusign: 'DocuSign' };

/** What a service is called; one that is not known here is named as it is. */
export function serviceInWords(service: string): string {
  const known = ESIGNING_SERVICES.find((each) => each === service);
  return known === undefined ? service : NAMES[known];
}
