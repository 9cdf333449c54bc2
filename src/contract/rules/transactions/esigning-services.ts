/**
 * The service for a deal's electronic signatures; `counterpart` = the product itself (docs/product/transactions.md,
 * "Fields").
 */
export const ESIGNING_SERVICES = ['counterpart', 'docusign'] as const;
export type EsigningService = (typeof ESIGNING_SERVICES)[number];
