import { signatoryCollection } from '../../../../src/contract/collections/signatories.ts';
import type { PacketOptions } from '../../../../src/contract/entities/signing/packet.ts';
import { TOP } from '../../../../src/contract/rules/checklist/child-lists.ts';
import { printedFields } from '../../../../src/contract/rules/signature-page/design/printed-fields.ts';
import type { PageSigner } from '../../../../src/contract/rules/signature-page/signers/page-signer.ts';
import type {
  PacketSource,
  PageBlanks,
  PacketSourceDocument,
  PacketSourcePage,
} from '../../../signing/packets/packet-source.ts';
import { readFilePages, type FilePageSource } from '../../../signing/packets/read-file-pages.ts';
import { readPlacedTabs, type PlacedTabs } from '../../../signing/packets/read-placed-tabs.ts';
import { readPageSources, type PageSource } from '../../../signing/read-page-sheets.ts';
import { loadTree } from '../../../store/deals/checklist-tree.ts';
import { selectRows } from '../../../store/deals/collection-rows.ts';
import type { TransactionRow, Tx } from '../../../store/tables.ts';
import { readFormalities, type Formalities } from './read-formalities.ts';

interface AskedPacket {
  signatory: string;
  assignments: readonly string[];
  options: PacketOptions;
}

type DealRead = {
  tx: Tx;
  deal: Pick<TransactionRow, 'uuid' | 'name' | 'paper_size' | 'is_deed_transaction'>;
};

/** Reads the deal once, and returns what the pages of any of its packets show. Pages that can't be read are left out. */
export async function openPacketSources({ tx, deal }: DealRead): Promise<(of: AskedPacket) => PacketSource> {
  const pages = (await readPageSources(tx, deal)).flatMap((each) => ('problem' in each ? [] : each));
  const sources: (PageSource | FilePageSource)[] = [...pages, ...(await readFilePages(tx, deal))];
  const byItem = Map.groupBy(
    sources.toSorted((one, other) => one.page.order - other.page.order),
    ({ page }) => page.item,
  );
  const tabs = await readPlacedTabs(tx, deal.uuid);
  const order = await itemsInOrder(tx, deal.uuid);
  const signatories = await selectRows(tx, signatoryCollection, { deal: deal.uuid });
  const names = new Map(signatories.map(({ uuid, full_name }) => [uuid, full_name]));

  const formalities = await readFormalities(tx, deal);
  const withVariables = await itemsWithVariables(tx, deal.uuid);
  const unreadOf = await readUnread(tx, order);

  return ({ signatory, assignments, options }) => {
    const wanted = new Set(assignments);
    const documents = order.flatMap((item): PacketSourceDocument[] => {
      const signed = (byItem.get(item) ?? []).flatMap((source) =>
        ('design' in source ? generatedPage(source, wanted, tabs) : filePage(source, wanted)).map((page) => ({
          ...page,
          ...notarizedOn(page, formalities),
        })),
      );
      const name = byItem.get(item)?.[0]?.documentName;
      if (signed.length === 0 || name === undefined) return [];
      const needs = formalities.of(item, wanted);
      const unread = unreadOf.get(item);
      // Omitted if none of these applies, so that existing packets of such documents stay up to date.
      return [
        {
          item,
          name,
          pages: signed,
          ...(needs.length > 0 && { needs }),
          ...(unread && { unread }),
          ...(withVariables.has(item) && { hasVariables: true }),
        },
      ];
    });
    const name = names.get(signatory) ?? '';
    return { deal: deal.name, signatory: name, paper: deal.paper_size, options, documents };
  };
}

/** The items whose current file still has fields such as {{Amount}}. */
async function itemsWithVariables(tx: Tx, deal: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('items')
    .innerJoin('documents', 'documents.uuid', 'items.document')
    .select('items.uuid')
    .where('items.transaction', '=', deal)
    .where('documents.has_variables', '=', true)
    .execute();
  return new Set(rows.map(({ uuid }) => uuid));
}

/**
 * Returns the items whose signatories have nothing to read. A document that is still being converted isn’t sent, so it needs
 * no warning.
 */
async function readUnread(
  tx: Tx,
  items: readonly string[],
): Promise<ReadonlyMap<string, 'no_file' | 'not_converted'>> {
  if (items.length === 0) return new Map();
  const rows = await tx
    .selectFrom('items')
    .leftJoin('documents', (join) =>
      join.onRef('documents.uuid', '=', 'items.document').on('documents.malware', 'is', null),
    )
    .select(['items.uuid', 'documents.uuid as document'])
    .where('items.uuid', 'in', items)
    .where('documents.pdf_file_key', 'is', null)
    .where((where) =>
      where.or([where('documents.uuid', 'is', null), where('documents.conversion_status', '=', 'error')]),
    )
    .execute();
  return new Map(rows.map(({ uuid, document }) => [uuid, document === null ? 'no_file' : 'not_converted']));
}

/** Returns the items of a deal from the top of its checklist to the bottom. */
async function itemsInOrder(tx: Tx, deal: string): Promise<string[]> {
  const { elements, lists } = await loadTree(tx, deal);
  const below = (parent: string): string[] =>
    (lists.get(parent) ?? []).flatMap((uuid) => [elements.get(uuid)?.item ?? '', ...below(uuid)]);
  return below(TOP).filter((item) => item !== '');
}

function generatedPage(
  source: PageSource,
  wanted: ReadonlySet<string>,
  placed: PlacedTabs,
): PacketSourcePage[] {
  const signers = signersOf(source, wanted);
  if (signers.length === 0) return [];
  const { tabs, blanks } = placed.of(signers.map(({ id }) => id));
  return [
    {
      page: source.page.uuid,
      design: source.design,
      signers,
      // Omitted if empty, so that packets from before generated pages had fields stay up to date.
      ...(tabs.length > 0 && { tabs }),
      ...ifAny(blanks),
    },
  ];
}

/** Returns the signatures that need a notary. Nothing if none does, so that packets without a notary stay up to date. */
function notarizedOn(
  { signers }: PacketSourcePage,
  { ofSignature }: Formalities,
): Pick<PacketSourcePage, 'notarized'> {
  const notarized = signers.flatMap(({ id }) => (ofSignature(id).includes('notary') ? id : []));
  return notarized.length > 0 ? { notarized } : {};
}

function ifAny(blanks: PageBlanks): { blanks?: PageBlanks } {
  return blanks.tabs.length > 0 ? { blanks } : {};
}

/** The signer of a page of a file is already printed there, so only their names and places count. */
function filePage(
  { page, file, ...source }: FilePageSource,
  wanted: ReadonlySet<string>,
): PacketSourcePage[] {
  const signers = source.signers
    .filter(({ id }) => wanted.has(id))
    .map((signer) => ({ ...signer, human: { ...signer.human, email: null, address: null } }));
  const others = source.signers
    .filter(({ id }) => !wanted.has(id))
    .map(({ id, human, entity }) => ({ id, names: [human.name, entity?.name ?? ''] }));
  const isWanted = ({ assignment }: { assignment: string }) => wanted.has(assignment);
  const tabs = source.tabs.filter(isWanted);
  const blanks = {
    tabs: source.blanks.tabs.filter(isWanted),
    groups: source.blanks.groups.filter(isWanted),
  };
  if (file === null || signers.length === 0) return [];
  return [{ page: page.uuid, file, signers, others, tabs, ...ifAny(blanks) }];
}

/** Returns the signers among these assignments, reduced to what the page prints about them. */
function signersOf({ groups, design }: PageSource, wanted: ReadonlySet<string>): PageSigner[] {
  const printed = printedFields(design);
  return groups
    .flatMap(({ signers }) => signers)
    .filter(({ id }) => wanted.has(id))
    .map(({ human: { email, address, ...human }, ...signer }) => ({
      ...signer,
      human: {
        ...human,
        email: printed.has('email') ? email : null,
        address: printed.has('address') ? address : null,
      },
    }));
}
