import { useMemo } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { dealPage } from '../../db/queries/transactions/deals.ts';
import { checklistRows } from '../../db/views/checklist-rows.ts';
import { useChecklistSnapshot } from '../checklist/use-checklist-snapshot.ts';
import { useNumbering } from '../checklist/use-numbering.ts';
import { useMirror } from '../session/mirror-context.ts';

const NONE_COLLAPSED: ReadonlySet<string> = new Set();

/** Returns the number of an item on its checklist, such as "Tab 4"; empty if it has none or is not read yet. */
export function useTabNumber(transaction: string, item: string | null): string {
  const db = useMirror();
  const { snapshot } = useChecklistSnapshot(db, transaction);
  const page = useLiveQuery(() => dealPage(db, transaction), [db, transaction]);
  const format = useNumbering(page?.deal ?? null);
  const rows = useMemo(
    () => (item === null ? [] : checklistRows(snapshot, { collapsed: NONE_COLLAPSED, format })),
    [item, snapshot, format],
  );
  return rows.find(({ entry }) => entry.item?.uuid === item)?.number ?? '';
}
