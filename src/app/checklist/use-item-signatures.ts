import { useMemo, useSyncExternalStore } from 'react';
import type { MirrorDatabase } from '../../db/database.ts';
import {
  itemSignaturesView,
  type DealSignatures,
} from '../../db/queries/signing/assignments/item-signing.ts';

const NONE: DealSignatures = new Map();

/** Returns the signatures of a deal's documents for as long as the screen is mounted; none until they have been read. */
export function useItemSignatures(db: MirrorDatabase, transaction: string): DealSignatures {
  const view = useMemo(() => itemSignaturesView(db, transaction), [db, transaction]);
  return useSyncExternalStore(view.subscribe, view.getSnapshot) ?? NONE;
}
