import { binderFormatStructureSchema } from '../../src/contract/entities/transactions/binder-format.ts';
import { numberRows, type NumberedRow } from '../../src/contract/rules/checklist/number-rows.ts';
import type { NumberingFormat } from '../../src/contract/rules/checklist/numbering.ts';
import { loadTree } from '../store/deals/checklist-tree.ts';
import type { ItemWithPlace } from '../store/deals/items.ts';
import type { TransactionRow, Tx } from '../store/tables.ts';

/** A place on the checklist, with the fields that numbering and the matrix need. */
export interface ChecklistPlace {
  uuid: string;
  kind: 'header' | 'item' | 'task';
  /** Tasks have none, because no report shows them. */
  name: string;
  item: { uuid: string; forSigning: boolean } | null;
}

/** Reads the whole checklist of a deal, numbered as on the screen. */
export async function readChecklist(
  tx: Tx,
  deal: TransactionRow,
  items: readonly ItemWithPlace[],
): Promise<NumberedRow<ChecklistPlace>[]> {
  const { elements, lists } = await loadTree(tx, deal.uuid);
  const itemOf = new Map(items.map((item) => [item.uuid, item]));
  const entries = new Map(
    [...elements.values()].map(({ uuid, item, task, label }): [string, ChecklistPlace] => {
      const own = itemOf.get(item ?? '');
      const kind = item !== null ? 'item' : task !== null ? 'task' : 'header';
      const place = { uuid, kind, name: own?.name ?? label ?? '' } as const;
      return [uuid, { ...place, item: own ? { uuid: own.uuid, forSigning: own.for_signing } : null }];
    }),
  );
  return numberRows({ lists, entries }, { collapsed: new Set(), format: formatOf(deal) });
}

/** The deal's numbering, with the field names that the rules use. */
function formatOf({ binder_format_structure }: TransactionRow): NumberingFormat {
  const format = binderFormatStructureSchema.parse(binder_format_structure);
  return {
    primaryHeader: format.primary_header,
    secondHeader: format.second_header,
    thirdHeader: format.third_header,
    lastDocuments: format.last_documents,
    attachmentMarker: format.attachment_marker,
    numbering: format.numbering,
    resetTabs: format.reset_tabs,
  };
}
