/** The document management systems (docs/product/document-systems.md, "Which system"). The person knows two of them by name. */
export type DmsType = 'IMANAGE' | 'NET_DOCS' | 'SEE_UNITY' | 'NONE';

/** What is known about a user's document management system. */
interface DmsFacts {
  imanageConfigs: readonly unknown[];
  netDocsConfig: object | null;
  fusionUrl: string | null;
}

/** Returns the first system that is set up. A user has a DMS if the result is not NONE. */
export function dmsType({ imanageConfigs, netDocsConfig, fusionUrl }: DmsFacts): DmsType {
  if (imanageConfigs.length > 0) return 'IMANAGE';
  if (netDocsConfig !== null) return 'NET_DOCS';
  return fusionUrl !== null ? 'SEE_UNITY' : 'NONE';
}
