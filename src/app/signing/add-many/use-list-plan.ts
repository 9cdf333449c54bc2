import { useMemo, useState } from 'react';
import type { BeforeList } from '../../../db/queries/signing/signatories/before-list.ts';
import { newUuid } from '../../../db/uuid.ts';
import type { ReadList } from './list-source.tsx';
import type { ListTotals } from './add-many-copy.ts';
import { planList, totalsOf, type ListPlan } from './plan-list.ts';
import { recognizeColumns, type ColumnRole, type ColumnRoles } from './recognize-columns.ts';

export interface PlannedList {
  plan: ListPlan;
  totals: ListTotals;
  roles: ColumnRoles;
  /** The first row, if it has headings. */
  headings: readonly string[] | null;
  /** Whether any column names the signatories. */
  hasNames: boolean;
  setRole: (column: number, role: ColumnRole | null) => void;
  setHeadings: (hasHeadings: boolean) => void;
  setMerge: (row: number, isMerged: boolean) => void;
}

/** Returns what a list adds to a deal, and the user's choices that change it. */
export function useListPlan(list: ReadList, deal: BeforeList): PlannedList {
  const [recognized] = useState(() => recognizeColumns(list.rows, deal.keys));
  const [roles, setRoles] = useState(recognized.roles);
  const [hasHeadings, setHeadings] = useState(recognized.hasHeadings);
  const [merges, setMerges] = useState<ReadonlyMap<number, boolean>>(new Map());
  const plan = useMemo(() => {
    const [rows, firstRow] = hasHeadings ? [list.rows.slice(1), 2] : [list.rows, 1];
    return planList({ rows, firstRow, roles, merges }, deal, newUuid);
  }, [list, deal, roles, hasHeadings, merges]);
  const named: readonly (ColumnRole | null)[] = ['name', 'first_name', 'last_name', 'entity'];
  return {
    plan,
    totals: useMemo(() => totalsOf(plan.rows), [plan]),
    roles,
    headings: hasHeadings ? (list.rows[0] ?? []) : null,
    hasNames: roles.some((role) => named.includes(role)),
    setRole: (column, role) =>
      setRoles(roles.map((other, at) => (at === column ? role : other === role ? null : other))),
    setHeadings,
    setMerge: (row, isMerged) => setMerges(new Map(merges).set(row, isMerged)),
  };
}
