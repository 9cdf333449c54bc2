/** The document management systems (domain "Users"): three ways to one, two of which the person knows by name. */
export type DmsType = 'IMANAGE' | 'NET_DOCS' | 'SEE_UNITY' | 'NONE';

/** What is known of a user's document management system. */
interface DmsFacts {
  imanageConfigs: readonly unknown[];
  netDocsConfig: object | null;
  fusionUrl: string | null;
}

/** The first that is set up, in the order that domain.md settles. `hasDMS` of the spec is: not NONE. */
export function dmsType({ imanageConfigs, netDocsConfig, fusionUrl }: DmsFacts): DmsType {
  if (imanageConfigs.length > 0) return 'IMANAGE';
  if (netDocsConfig !== null) return 'NET_DOCS';
  return fusionUrl !== null ? 'SEE_UNITY' : 'NONE';
}
