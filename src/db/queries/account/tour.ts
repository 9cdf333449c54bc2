import type { MirrorDatabase } from '../../database.ts';

/** The key in `meta` of the state of the tour. */
export const TOUR_KEY = 'tour';

/** The state of the tour for the user on this device. `step` counts from 0. */
export type TourStatus =
  | { state: 'unasked' }
  | { state: 'on'; deal: string; step: number }
  | { state: 'over' };

/** Returns the state of the tour. An unreadable state counts as finished. */
export async function tourStatus(db: MirrorDatabase): Promise<TourStatus> {
  const stored = await db.meta.get(TOUR_KEY);
  if (!stored) return { state: 'unasked' };
  const { value } = stored;
  if (typeof value !== 'object' || value === null || !('deal' in value) || !('step' in value))
    return { state: 'over' };
  const { deal, step } = value;
  if (typeof deal !== 'string' || typeof step !== 'number' || !Number.isInteger(step))
    return { state: 'over' };
  return { state: 'on', deal, step };
}

/** The deal that the tour shows: the sample or, without one, the next one to close; null = there are no deals. */
export async function tourDeal(db: MirrorDatabase): Promise<string | null> {
  const deals = await db.transactions.filter(({ archived }) => !archived).toArray();
  // If there are several, the one with the most to show.
  const [sample] = deals
    .filter(({ isSample }) => isSample)
    .toSorted((a, b) => b.numDocuments - a.numDocuments);
  const [next] = deals.toSorted((a, b) => (a.closingDate ?? '9').localeCompare(b.closingDate ?? '9'));
  return (sample ?? next)?.uuid ?? null;
}
