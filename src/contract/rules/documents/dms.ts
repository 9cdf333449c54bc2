/**
 * The document management systems (docs/product/document-systems.md, "Which system"). Two of them are shown to users by name.
 */
export type DmsType = 'IMANAGE' | 'NET_DOCS' | 'SEE_UNITY' | 'NONE';

/** A user's settings for document management systems. */
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
