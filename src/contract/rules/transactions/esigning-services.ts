/** By whom a deal's documents are signed electronically (second document, 3 "Transaction"): `counterpart` = in the product itself. */
export const ESIGNING_SERVICES = ['counterpart', 'docusign'] as const;
export type EsigningService = (typeof ESIGNING_SERVICES)[number];
