/** What can be turned on and off for everyone at once (docs/product/transactions.md, "Feature flags"). */
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

/** What can be turned on for one transaction alone (docs/product/transactions.md, "Feature flags"). */
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

/** Returns whether it can be turned on for one transaction alone. */
export function isFlag(feature: Feature): feature is Flag {
  return FLAGS.some((flag) => flag === feature);
}

/** Returns the feature with this name, or null. */
export function featureNamed(name: string): Feature | null {
  return [...SWITCHES, ...FLAGS].find((feature) => feature === name) ?? null;
}
