import { endTour, goToTourStep } from '../../db/commands/account/take-tour.ts';
import type { MirrorDatabase } from '../../db/database.ts';

/** A tour of the product: what another one has to do to stand in for the built-in one. */
interface ProductTour {
  /** Begins, or begins anew, on this deal's checklist. */
  start: (db: MirrorDatabase, deal: string) => Promise<void>;
  end: (db: MirrorDatabase) => Promise<void>;
}

/** The tour that Counterpart brings along; `TourHost` shows it where it stands. */
const builtInTour: ProductTour = {
  start: async (db, deal) => goToTourStep(db, deal, 0),
  end: endTour,
};

/** Another tour is put in here. */
export const tour: ProductTour = builtInTour;
