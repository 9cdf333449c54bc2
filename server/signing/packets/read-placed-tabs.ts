import { tabGroupCollection } from '../../../src/contract/collections/tab-groups.ts';
import { tabCollection } from '../../../src/contract/collections/tabs.ts';
import { selectRows } from '../../store/deals/collection-rows.ts';
import type { Tx } from '../../store/tables.ts';
import type { PageBlanks, PlacedTab } from './packet-source.ts';

/** The signing fields of a deal. */
export interface PlacedTabs {
  /** Returns the fields of these assignments. */
  of: (assignments: readonly string[]) => { tabs: PlacedTab[]; blanks: PageBlanks };
}

/** Reads the signing fields of a deal: where people sign and date, and what else they fill in. */
export async function readPlacedTabs(tx: Tx, deal: string): Promise<PlacedTabs> {
  const placed: PlacedTab[] = [];
  const blanks: PageBlanks['tabs'][number][] = [];
  for (const row of await selectRows(tx, tabCollection, { deal })) {
    const { uuid, assignment, tab_type: type, x_position: x, y_position: y, width, height } = row;
    const { sheet, label, required, tab_group: group, value } = row;
    const place = { x, y, width, height, ...(sheet > 1 && { sheet }) };
    if (type === 'signature' || type === 'date_signed') placed.push({ assignment, purpose: type, ...place });
    else blanks.push({ uuid, assignment, type, label, required, group, value, ...place });
  }
  const rules = (await selectRows(tx, tabGroupCollection, { deal })).map((row) => ({
    uuid: row.uuid,
    assignment: row.assignment_id,
    rule: row.group_rule,
    minimum: row.minimum_required,
    maximum: row.maximum_allowed,
  }));
  const placedOf = Map.groupBy(placed, ({ assignment }) => assignment);
  const blanksOf = Map.groupBy(blanks, ({ assignment }) => assignment);
  const rulesOf = Map.groupBy(rules, ({ assignment }) => assignment);
  return {
    of: (assignments) => ({
      tabs: assignments.flatMap((each) => placedOf.get(each) ?? []),
      blanks: {
        tabs: assignments.flatMap((each) => blanksOf.get(each) ?? []),
        groups: assignments.flatMap((each) => rulesOf.get(each) ?? []),
      },
    }),
  };
}
