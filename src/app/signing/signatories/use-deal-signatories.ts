import { useMemo, useSyncExternalStore } from 'react';
import {
  signatoriesView,
  type DealSignatories,
} from '../../../db/queries/signing/signatories/signatories.ts';
import { useMirror } from '../../session/mirror-context.ts';

/** Returns the signatories of a deal for as long as the screen is mounted; null until they have been read. */
export function useDealSignatories(transaction: string): DealSignatories | null {
  const db = useMirror();
  const view = useMemo(() => signatoriesView(db, transaction), [db, transaction]);
  return useSyncExternalStore(view.subscribe, view.getSnapshot);
}
