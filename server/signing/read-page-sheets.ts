import { customKeyCollection } from '../../src/contract/collections/custom-keys.ts';
import { customValueCollection } from '../../src/contract/collections/custom-values.ts';
import { assignmentCollection } from '../../src/contract/collections/assignments.ts';
import { signingGroupCollection } from '../../src/contract/collections/signing-groups.ts';
import { dynamicAssignmentCollection } from '../../src/contract/collections/dynamic-assignments.ts';
import { representativeCollection } from '../../src/contract/collections/representatives.ts';
import { signatoryCollection } from '../../src/contract/collections/signatories.ts';
import { signaturePageCollection } from '../../src/contract/collections/signature-pages.ts';
import type { SignaturePageDesign } from '../../src/contract/entities/signing/signature-page-design.ts';
import { layoutWithFonts } from '../../src/contract/rules/signature-page/layout/layout-with-fonts.ts';
import {
  pageSigners,
  sheetGroups,
  signingFacts,
  type SheetGroup,
  type SignerWarning,
  type SigningFacts,
} from '../../src/contract/rules/signature-page/signers/page-signers.ts';
import { needsWitness } from '../../src/contract/rules/signing/packets/deed.ts';
import { nameOnPages, readDesign } from '../../src/contract/rules/signature-page/design/read-design.ts';
import type { LayoutWarning, Paper, Sheet } from '../../src/contract/rules/signature-page/layout/sheet.ts';
import { selectRows, type RowOf } from '../store/deals/collection-rows.ts';
import { selectItems } from '../store/deals/items.ts';
import type { TransactionRow, Tx } from '../store/tables.ts';
import type { ServerFonts } from './page-fonts.ts';

/** A generated page with everything that its sheets need. */
export interface PageSource {
  readonly page: RowOf<'signature_pages'>;
  readonly design: SignaturePageDesign;
  readonly paper: Paper;
  /** The name of its document on signature pages. */
  readonly documentName: string;
  /** What each person signs on it. Empty if nobody signs it. */
  readonly groups: readonly SheetGroup[];
  readonly warnings: readonly SignerWarning[];
}

/** A page whose design can't be read, with a sentence for the user. */
export interface UnreadablePage {
  readonly page: RowOf<'signature_pages'>;
  readonly problem: string;
}

/** The sheets of one person on a page. */
export interface GroupSheets {
  /** The person who signs. Null: nobody signs the page, and the sheets show only its text. */
  readonly human: string | null;
  /** In the order of their blocks. */
  readonly assignments: readonly string[];
  readonly sheets: readonly Sheet[];
  readonly warnings: readonly LayoutWarning[];
}

/**
 * Returns a deal's live generated pages with their signers, or only those with the ids in `among`. Pages of files are left
 * out.
 */
export async function readPageSources(
  tx: Tx,
  deal: Pick<TransactionRow, 'uuid' | 'paper_size' | 'is_deed_transaction'>,
  among?: readonly string[],
): Promise<(PageSource | UnreadablePage)[]> {
  const pages = await selectRows(tx, signaturePageCollection, { deal: deal.uuid, among });
  const facts = await readSigningFacts(tx, deal.uuid);
  const items = await selectItems(tx, { deal: deal.uuid, among: pages.map(({ item }) => item) });
  const itemOf = new Map(items.map((item) => [item.uuid, item]));
  const byPage = Map.groupBy(
    await selectRows(tx, assignmentCollection, { deal: deal.uuid }),
    (row) => row.item_page_uuid,
  );
  return pages
    .filter(({ source }) => source === 'generated')
    .map((page) => {
      const read = readDesign(page);
      if ('problem' in read) return { page, problem: read.problem };
      const item = itemOf.get(page.item);
      const isWitnessed = (row: RowOf<'assignments'>) => item !== undefined && needsWitness(row, item, deal);
      const { signers, warnings } = signersOfPage(byPage.get(page.uuid) ?? [], facts, isWitnessed);
      return {
        page,
        design: read.design,
        paper: deal.paper_size,
        documentName: nameOfItem(item),
        groups: sheetGroups(signers, read.design.consolidate_signer),
        warnings,
      };
    });
}

/** Returns the people who sign a page, from its assignments. @param isWitnessed whether a witness signs below a signature */
export function signersOfPage(
  rows: readonly RowOf<'assignments'>[],
  facts: SigningFacts,
  isWitnessed: (row: RowOf<'assignments'>) => boolean,
) {
  const assignments = rows.map((row) => ({
    uuid: row.uuid,
    signatory: row.signatory,
    authRep: row.auth_rep,
    status: row.status,
    header: row.header,
    customText: row.custom_text,
    groupAssignment: row.signing_group_assignment,
    needsWitness: isWitnessed(row),
  }));
  return pageSigners(assignments, facts);
}

/** Returns a document's name on signature pages. */
export function nameOfItem(
  item: Pick<RowOf<'items'>, 'name' | 'name_alt' | 'name_alt_enabled'> | undefined,
): string {
  if (!item) return '';
  return nameOnPages({ name: item.name, nameAlt: item.name_alt, nameAltEnabled: item.name_alt_enabled });
}

export async function readSigningFacts(tx: Tx, deal: string): Promise<SigningFacts> {
  const which = { deal };
  const signatories = await selectRows(tx, signatoryCollection, which);
  const values = await selectRows(tx, customValueCollection, which);
  const followed = await selectRows(tx, dynamicAssignmentCollection, which);
  return signingFacts({
    parties: signatories.map((row) => ({
      uuid: row.uuid,
      name: row.full_name,
      isOrg: row.is_org,
      description: row.entity_description,
      email: row.email,
      address: row.address,
      overrides: row.instapages_config,
      order: row.order,
    })),
    relations: await selectRows(tx, representativeCollection, which),
    values: values.map(({ signatory, custom_key, value }) => ({ signatory, customKey: custom_key, value })),
    keys: await selectRows(tx, customKeyCollection, which),
    groupAssignments: followed.map((row) => ({ ...row, signingGroup: row.signing_group })),
    groups: await selectRows(tx, signingGroupCollection, which),
  });
}

/**
 * Lays out what one person signs on a page.
 * @param code the short code in the corners; null for sheets that are not tracked
 */
export async function layoutGroup(
  source: PageSource,
  group: SheetGroup | null,
  code: string | null,
  { fonts, load }: ServerFonts,
): Promise<GroupSheets> {
  const { sheets, warnings } = await layoutWithFonts(
    { design: source.design, paper: source.paper, code },
    group?.signers ?? [],
    { document_name: source.documentName },
    fonts,
    load,
  );
  return {
    human: group?.human ?? null,
    assignments: group?.signers.map(({ id }) => id) ?? [],
    sheets,
    warnings,
  };
}
