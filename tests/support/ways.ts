/** How clients learn what others did: by the server's change feed, or by lists only. */
export const WAYS = ['feed', 'lists'] as const;
export type Way = (typeof WAYS)[number];

/** What a server is set to for it. */
export function settingOf(way: Way): { CHANGE_FEED: string } {
  return { CHANGE_FEED: way === 'feed' ? '1' : '0' };
}
