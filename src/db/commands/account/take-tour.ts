import type { MirrorDatabase } from '../../database.ts';
import { TOUR_KEY } from '../../queries/account/tour.ts';

/** Records the step of the tour, so that it continues there after a reload. */
export async function goToTourStep(db: MirrorDatabase, deal: string, step: number): Promise<void> {
  await db.meta.put({ key: TOUR_KEY, value: { deal, step } });
}

/** Records that the user has seen the tour, or doesn't want it. It is not offered again on this device. */
export async function endTour(db: MirrorDatabase): Promise<void> {
  await db.meta.put({ key: TOUR_KEY, value: null });
}
