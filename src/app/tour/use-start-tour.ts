import { useNavigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { tourDeal } from '../../db/queries/account/tour.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { useMirror } from '../session/mirror-context.ts';
import { tour } from './product-tour.ts';

/** Returns a function that starts the tour on a suitable deal; null while reading, or if there is no suitable deal. */
export function useStartTour(): (() => void) | null {
  const db = useMirror();
  const navigate = useNavigate();
  const deal = useLiveQuery(() => tourDeal(db), [db]) ?? null;
  if (deal === null) return null;
  return () => {
    runCommand(tour.start(db, deal));
    void navigate(`/transaction/${deal}/checklist`);
  };
}
