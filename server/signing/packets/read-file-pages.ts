import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import type { PageSigner } from '../../../src/contract/rules/signature-page/signers/page-signer.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import { selectItems } from '../../store/deals/items.ts';
import { readFlags } from '../../store/account/features.ts';
import type { Tx } from '../../store/tables.ts';
import { nameOfItem, readSigningFacts, signersOfPage } from '../read-page-sheets.ts';
import type { FilePage, PageBlanks, PlacedTab } from './packet-source.ts';
import { readPlacedTabs } from './read-placed-tabs.ts';

/** A marked page of a file with everyone who signs it. `file` is null if its PDF is gone. */
export interface FilePageSource {
  readonly page: RowOf<'signature_pages'>;
  readonly documentName: string;
  readonly file: FilePage['file'] | null;
  readonly signers: readonly PageSigner[];
  readonly tabs: readonly PlacedTab[];
  readonly blanks: PageBlanks;
}

/** Returns a deal's marked pages of files. */
export async function readFilePages(tx: Tx, deal: { uuid: string }): Promise<FilePageSource[]> {
  const all = await selectRows(tx, signaturePageCollection, { deal: deal.uuid });
  const pages = all.filter(({ source }) => source === 'file');
  if (pages.length === 0) return [];
  const facts = await readSigningFacts(tx, deal.uuid);
  const items = await selectItems(tx, { deal: deal.uuid, among: pages.map(({ item }) => item) });
  const itemOf = new Map(items.map((item) => [item.uuid, item]));
  const files = await readFiles(
    tx,
    pages.flatMap(({ document }) => document ?? []),
  );
  const { flags } = await readFlags(tx, deal.uuid);
  const assignments = await selectRows(tx, assignmentCollection, { deal: deal.uuid });
  const byPage = Map.groupBy(assignments, (row) => row.item_page_uuid);
  const tabs = await readPlacedTabs(tx, deal.uuid);
  return pages.map((page) => {
    const { signers } = signersOfPage(byPage.get(page.uuid) ?? [], facts, () => false);
    const item = itemOf.get(page.item);
    const { key, word } = files.get(page.document ?? '') ?? {};
    return {
      page,
      documentName: nameOfItem(item),
      file:
        key === undefined || page.ref_page_number === null
          ? null
          : {
              key,
              number: page.ref_page_number,
              isCurrent: item?.document === page.document,
              ...(word !== undefined && flags.DOCUMENT_VARS.is_active && { word }),
            },
      signers,
      ...tabs.of(signers.map(({ id }) => id)),
    };
  });
}

/** Returns the storage keys of documents' PDFs, and of their Word files if those have fields. */
async function readFiles(
  tx: Tx,
  documents: readonly string[],
): Promise<ReadonlyMap<string, { key: string; word?: string }>> {
  if (documents.length === 0) return new Map();
  const rows = await tx
    .selectFrom('documents')
    .select(['uuid', 'pdf_file_key', 'file_key', 'has_variables'])
    .where('uuid', 'in', [...new Set(documents)])
    .where('malware', 'is', null)
    .execute();
  return new Map(
    rows.flatMap(({ uuid, pdf_file_key: key, file_key, has_variables }) =>
      key === null ? [] : [[uuid, { key, ...(has_variables && { word: file_key }) }]],
    ),
  );
}
