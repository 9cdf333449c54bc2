import { endTour, goToTourStep } from '../../db/commands/account/take-tour.ts';
import type { MirrorDatabase } from '../../db/database.ts';

/** The interface of a product tour, built-in or not. */
interface ProductTour {
  /** Starts or restarts the tour on a deal's checklist. */
  start: (db: MirrorDatabase, deal: string) => Promise<void>;
  end: (db: MirrorDatabase) => Promise<void>;
}

/** The built-in tour, which `TourHost` renders. */
const builtInTour: ProductTour = {
  start: async (db, deal) => goToTourStep(db, deal, 0),
  end: endTour,
};

/** Replace this to use another tour. */
export const tour: ProductTour = builtInTour;
