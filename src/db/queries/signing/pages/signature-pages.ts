import type { SignaturePageDesign } from '../../../../contract/entities/signing/signature-page-design.ts';
import {
  pageSigners,
  sheetGroups,
  signingFacts,
  type SheetGroup,
  type SignerWarning,
  type SigningFacts,
} from '../../../../contract/rules/signature-page/signers/page-signers.ts';
import { readDesign } from '../../../../contract/rules/signature-page/design/read-design.ts';
import {
  countsAsSignature,
  wentOut,
} from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { needsWitness } from '../../../../contract/rules/signing/packets/deed.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { blockOnWire } from '../../../commands/signing/pages/signature-pages.ts';
import type { CollectionRow, TransactionRow } from '../../../rows.ts';
import type { DealRows } from '../../../views/deal-rows.ts';
import { rowsView, type RowsView } from '../../../views/rows-view.ts';

type SignaturePageRow = CollectionRow<'signaturePages'>;

/** The tables that the signers of pages are read from. */
export const SIGNER_TABLES = [
  'items',
  'signatories',
  'representatives',
  'customKeys',
  'customValues',
  'signaturePages',
  'signingGroups',
  'dynamicAssignments',
  'assignments',
] as const;

type Rows = DealRows<(typeof SIGNER_TABLES)[number]>;

/** A generated signature page with everything that its sheets need. */
export interface ShownPage {
  readonly row: SignaturePageRow;
  /** Null if this version of the app can't read the design. */
  readonly design: SignaturePageDesign | null;
  /** Why the design can't be read. */
  readonly problem: string | null;
  /** What each person signs on it. */
  readonly groups: readonly SheetGroup[];
  readonly warnings: readonly SignerWarning[];
  /** The number of valid signatures assigned to it, even if it isn't clear who gives them. */
  readonly signatures: number;
  /** Whether it was sent or signed and therefore can't be changed. */
  readonly isSent: boolean;
}

/** The deal that pages belong to, and whether all of its documents are deeds. */
export type DealOfPages = Pick<TransactionRow, 'uuid' | 'isDeedTransaction'>;

/** A deal's generated pages by item, in order. */
export type PagesByItem = ReadonlyMap<string, readonly ShownPage[]>;

/** A deal's generated signature pages, kept in memory while a screen shows them. */
export function signaturePagesView(db: MirrorDatabase, deal: DealOfPages): RowsView<PagesByItem> {
  return rowsView(db, deal.uuid, { tables: SIGNER_TABLES, compose: (rows) => pagesOf(rows, deal) });
}

/** Returns a deal's generated pages by item, from its rows. */
export function pagesOf(rows: Rows, deal: DealOfPages): PagesByItem {
  const facts = factsOf(rows);
  const byPage = Map.groupBy(rows.assignments.values(), ({ itemPageUuid }) => itemPageUuid);
  const pages = [...rows.signaturePages.values()]
    .filter(({ source }) => source === 'generated')
    .toSorted((one, other) => one.order - other.order || one.uuid.localeCompare(other.uuid))
    .map((row): ShownPage => {
      const read = designOf(row);
      const assignments = assigned(byPage.get(row.uuid) ?? [], rows, deal);
      const { signers, warnings } = pageSigners(assignments, facts);
      const shown = {
        row,
        warnings,
        signatures: assignments.filter(({ status }) => countsAsSignature(status)).length,
        isSent: assignments.some(({ status }) => wentOut(status)),
      };
      if ('problem' in read) return { ...shown, design: null, problem: read.problem, groups: [] };
      const groups = sheetGroups(signers, read.design.consolidate_signer);
      return { ...shown, design: read.design, problem: null, groups };
    });
  return Map.groupBy(pages, ({ row }) => row.item);
}

function isWitnessed(
  { item, requiresWitness }: CollectionRow<'assignments'>,
  { items }: Pick<Rows, 'items'>,
  { isDeedTransaction }: Pick<DealOfPages, 'isDeedTransaction'>,
): boolean {
  const { isDeed = false, forSigning = false } = items.get(item) ?? {};
  return needsWitness(
    { requires_witness: requiresWitness },
    { is_deed: isDeed, for_signing: forSigning },
    { is_deed_transaction: isDeedTransaction },
  );
}

/** Returns assignments in the form that the rules about signers expect. */
export function assigned(
  assignments: readonly CollectionRow<'assignments'>[],
  rows: Pick<Rows, 'items'>,
  deal: Pick<DealOfPages, 'isDeedTransaction'>,
) {
  return assignments.map((each) => ({
    ...each,
    groupAssignment: each.signingGroupAssignment,
    needsWitness: isWitnessed(each, rows, deal),
  }));
}

/** Returns the data that determines the signers of a deal's pages. */
export function factsOf(rows: Rows): SigningFacts {
  return signingFacts({
    parties: Array.from(rows.signatories.values(), (row) => ({
      uuid: row.uuid,
      name: row.fullName,
      isOrg: row.isOrg,
      description: row.entityDescription,
      email: row.email,
      address: row.address,
      overrides: row.instapagesConfig,
      order: row.order,
    })),
    relations: [...rows.representatives.values()],
    values: [...rows.customValues.values()],
    keys: [...rows.customKeys.values()],
    groupAssignments: [...rows.dynamicAssignments.values()],
    groups: [...rows.signingGroups.values()],
  });
}

const designs = new WeakMap<SignaturePageRow, ReturnType<typeof readDesign>>();

function designOf(row: SignaturePageRow): ReturnType<typeof readDesign> {
  const known = designs.get(row);
  if (known) return known;
  const read = readDesign({
    design_version: row.designVersion,
    margins: row.margins,
    font: row.font,
    font_size: row.fontSize,
    consolidate_signer: row.consolidateSigner,
    blocks: row.blocks.map(blockOnWire),
  });
  designs.set(row, read);
  return read;
}

/** Returns the names of a deal's custom fields, in their order. */
export async function fieldNames(db: MirrorDatabase, transaction: string): Promise<string[]> {
  const keys = await db.customKeys.where({ transaction }).sortBy('order');
  return keys.map(({ key }) => key);
}
