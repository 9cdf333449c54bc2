/** What can be switched on and off for all at once (docs/product/transactions.md, "Feature flags"). */
export const SWITCHES = [
  'ALT_INDIVIDUAL_SIG_FORMAT',
  'CREATE_PACKETS_V2',
  'FT_DOC_VERIFICATION_UI',
  'FT_INTL_SUPPORT',
  'FUNDS_FLOW_DEMO',
  'BACKEND_SIGNING_GROUP_LOGIC',
  'SELF_SERVE_ADMIN_REPORT',
] as const;
export type Switch = (typeof SWITCHES)[number];

/**
 * What can be for one transaction alone (docs/product/transactions.md, "Feature flags"). Each is asked where what it gates
 * is: DOCUMENT_VARS where custom keys are put into documents, which comes with signatories; keys themselves and names with them need none.
 */
export const FLAGS = [
  'CANCEL_ESIGN',
  'CYOA_DOWNLOADS',
  'DOCUMENT_SLIP_PAGE',
  'DOCUMENT_VARS',
  'PACKET_COVER_PAGE_AND_INDEX',
  'SHOW_SIGNING_GROUP_TAGS',
  'SIG_MANIFEST_EXPORT',
] as const;
export type Flag = (typeof FLAGS)[number];

export type Feature = Switch | Flag;

/** Whether it is one that a transaction can have for itself. */
export function isFlag(feature: Feature): feature is Flag {
  return FLAGS.some((flag) => flag === feature);
}

/** Returns the feature with this name, or null. */
export function featureNamed(name: string): Feature | null {
  return [...SWITCHES, ...FLAGS].find((feature) => feature === name) ?? null;
}
