import { useEffect, useState } from 'react';
import type { MirrorDatabase } from '../../db/database.ts';
import { paletteRows, type PaletteEntry } from '../../db/queries/transactions/palette.ts';
import { indexed, type Indexed } from '../lib/search/rank.ts';
import type { PaletteRows } from './palette-groups.ts';

/** Delay before a failed read is tried again, ms. */
const READ_AGAIN_MS = 1000;

/**
 * Returns the documents, headers and tasks of the mirror; null while they are being read. They are read only once, because a
 * live query would read thousands of rows again after each edit.
 */
export function usePaletteRows(db: MirrorDatabase): PaletteRows | null {
  const [rows, setRows] = useState<PaletteRows | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let left = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const ready: Indexed<PaletteEntry>[] = [];
    const take = (part: readonly PaletteEntry[]): boolean => {
      ready.push(...indexed(part));
      return !left;
    };
    paletteRows(db, take).then(
      () => left || setRows(byKind(ready)),
      (error: unknown) => {
        reportError(error);
        if (!left) again = setTimeout(() => setTries(tries + 1), READ_AGAIN_MS);
      },
    );
    return () => {
      left = true;
      clearTimeout(again);
    };
  }, [db, tries]);
  return rows;
}

function byKind(all: readonly Indexed<PaletteEntry>[]): PaletteRows {
  const sorted = latestFirst(all);
  const only = (kind: PaletteEntry['kind']) => sorted.filter(({ entry }) => entry.kind === kind);
  return { documents: only('document'), headers: only('header'), tasks: only('task') };
}

/** Returns the entries sorted by when their transaction was last open on this device. */
export function latestFirst(index: readonly Indexed<PaletteEntry>[]): Indexed<PaletteEntry>[] {
  return index.toSorted(({ entry: one }, { entry: other }) => other.openedAt - one.openedAt);
}
