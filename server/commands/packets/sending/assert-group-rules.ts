import { assignmentCollection } from '../../../../src/contract/collections/assignments.ts';
import { unmeetableRule } from '../../../../src/contract/rules/signing/fields/tab-groups.ts';
import { invalid } from '../../../refusal.ts';
import type { PlacedTabs } from '../../../signing/packets/read-placed-tabs.ts';
import { selectRows, type RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealRead } from '../../../store/deals/deal-write.ts';
import { selectItems } from '../../../store/deals/items.ts';

/**
 * Refuses packets with a page that nobody could fill in.
 * @throws {Refusal} `invalid` if a checkbox group asks for more checkboxes than it has
 */
export async function assertRulesCanBeMet(
  { tx, deal }: Pick<DealRead, 'tx' | 'deal'>,
  rows: readonly Pick<RowOf<'packets'>, 'assignments'>[],
  placed: PlacedTabs,
): Promise<void> {
  for (const assignment of rows.flatMap(({ assignments }) => assignments)) {
    const { tabs, groups } = placed.of([assignment]).blanks;
    for (const rule of groups) {
      const problem = unmeetableRule(rule, tabs.filter(({ group }) => group === rule.uuid).length);
      if (problem === null) continue;
      const [signed] = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: [assignment] });
      const [item] = signed ? await selectItems(tx, { deal: deal.uuid, among: [signed.item] }) : [];
      throw invalid(
        `“${item?.name ?? ''}”: ${problem} Change its rule or add checkboxes, then create the packet again.`,
        'packets',
      );
    }
  }
}
