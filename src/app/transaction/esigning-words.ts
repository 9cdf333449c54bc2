import { ESIGNING_SERVICES, type EsigningService } from '../../contract/rules/esigning-services.ts';
import { PRODUCT_NAME } from '../product.ts';

const NAMES: Record<EsigningService, string> = { counterpart: PRODUCT_NAME, docusign: 'DocuSign' };

/** The services to choose from, by their names. */
export const SERVICE_OPTIONS = ESIGNING_SERVICES.map((service) => [service, NAMES[service]] as const);

/** What a service is called; one that is not known here is named as it is. */
export function serviceInWords(service: string): string {
  return SERVICE_OPTIONS.find(([known]) => known === service)?.[1] ?? service;
}
