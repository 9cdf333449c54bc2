import {
  pageSigners,
  type SignerWarning,
  type SigningFacts,
} from '../../../../contract/rules/signature-page/signers/page-signers.ts';
import { countsAsSignature } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow } from '../../../rows.ts';
import { rowsView, type RowsView } from '../../../views/rows-view.ts';
import { assigned, factsOf, SIGNER_TABLES, type DealOfPages } from './signature-pages.ts';

/** The number of marked pages in a document's file, and of valid signatures that are assigned to them. */
export interface MarkedCount {
  readonly pages: number;
  readonly signatures: number;
  /** What needs attention before these signatures are requested. */
  readonly warnings: readonly SignerWarning[];
}

/** The marked pages of a deal's documents, by item. A document without marked pages is left out. */
export type MarkedCounts = ReadonlyMap<string, MarkedCount>;

/** The marked pages of a deal, kept in memory while a screen shows them. */
export function markedCountsView(db: MirrorDatabase, deal: DealOfPages): RowsView<MarkedCounts> {
  return rowsView(db, deal.uuid, {
    tables: SIGNER_TABLES,
    compose: (rows) =>
      countMarked([...rows.signaturePages.values()], [...rows.assignments.values()], factsOf(rows), {
        ...rows,
        ...deal,
      }),
  });
}

/** Counts the marked pages of each document, and checks who signs them. */
export function countMarked(
  pages: readonly Pick<CollectionRow<'signaturePages'>, 'uuid' | 'item' | 'source'>[],
  assignments: readonly CollectionRow<'assignments'>[],
  facts: SigningFacts,
  rows: Parameters<typeof assigned>[1] & Parameters<typeof assigned>[2],
): MarkedCounts {
  const valid = assignments.filter(({ status }) => countsAsSignature(status));
  const byPage = Map.groupBy(valid, ({ itemPageUuid }) => itemPageUuid);
  const marked = pages.filter(({ source }) => source === 'file');
  return new Map(
    Array.from(
      Map.groupBy(marked, ({ item }) => item),
      ([item, own]) => [
        item,
        {
          pages: own.length,
          signatures: own.reduce((sum, { uuid }) => sum + (byPage.get(uuid)?.length ?? 0), 0),
          warnings: own.flatMap(
            ({ uuid }) => pageSigners(assigned(byPage.get(uuid) ?? [], rows, rows), facts).warnings,
          ),
        },
      ],
    ),
  );
}
