import { countsAsSignature } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { followMembers } from '../../../../contract/rules/signing/assignments/follow-members.ts';
import { isUnsent } from '../../../../contract/rules/signing/packets/packet-status.ts';
import {
  pageForSignature,
  withSigners,
} from '../../../../contract/rules/signing/pages/page-for-signature.ts';
import type { Signing } from '../../../../contract/rules/signing/signatories/auth-rep.ts';
import { signerOf } from '../../../../contract/rules/signing/signatories/signer.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow } from '../../../rows.ts';
import type { AssignmentRow, Group, SigningGroups } from './groups.ts';

/** A change to a signing group that hasn't been made yet. */
export interface AskedChange {
  /** The group that signatories join, or that gets documents. */
  readonly group?: Pick<Group, 'members' | 'documents'>;
  readonly joining?: readonly Signing[];
  /** The items that the group doesn't sign yet. */
  readonly items?: readonly string[];
  /** The assignments that the change removes. */
  readonly removed?: readonly string[];
}

/** The effect of a change to a signing group on signature pages and packets. */
export interface GroupChange {
  /** The people who get signature pages, with the names of the documents, once for each page. */
  added: { name: string; documents: string[] }[];
  /** The people whose unsent packets have to be created again, by name. */
  packets: string[];
}

/** A document that the group signs after the change. */
interface Signed {
  item: string;
  name: string;
  /** Null if it isn't known yet. */
  page: string | null;
  /** Whether the page is one of the document's file. */
  isMarked: boolean;
  signatures: readonly AssignmentRow[];
}

/** Returns what a change to a signing group would do, from one snapshot of the mirror. */
export async function groupChangeOf(
  db: MirrorDatabase,
  read: Pick<SigningGroups, 'signatories' | 'capacities'>,
  { group = { members: [], documents: [] }, joining = [], items = [], removed = [] }: AskedChange,
): Promise<GroupChange> {
  const tables = [db.assignments, db.dynamicAssignments, db.signaturePages, db.items, db.packets];
  return db.transaction('r', tables, async () => {
    const gone = (await db.assignments.bulkGet([...removed])).flatMap((row) => row ?? []);
    const signed = group.documents.map(({ row }) => row.item);
    const among = [...new Set([...signed, ...items, ...gone.map(({ item }) => item)])];
    const rows: RowsOfItems = {
      assignments: await db.assignments.where('item').anyOf(among).toArray(),
      pages: await db.signaturePages.where('item').anyOf(among).sortBy('order'),
    };
    const documents = [
      ...group.documents.map((document) => signedAlready(document, rows)),
      ...(await signedNext(db, items, rows)),
    ];
    const members: readonly Signing[] = [...group.members.map(({ row }) => row), ...joining];
    const isAlone = aloneAmong(rows);
    const added = documents.flatMap((document) => {
      const signsAlone = (who: Signing) => isAlone(document, who);
      const { missing } = followMembers({ members, signatures: document.signatures, signsAlone });
      return missing.map((who): Added => ({ who, document }));
    });
    const again = await packetsToCreateAgain(db, read, { added, gone, rows });
    const nameOf = new Map(read.signatories.map(({ uuid, fullName }) => [uuid, fullName]));
    return {
      added: Array.from(
        Map.groupBy(added, ({ who }) => who.signatory),
        ([signatory, ofSignatory]) => ({
          name: nameOf.get(signatory) ?? '',
          documents: ofSignatory.map(({ document }) => document.name),
        }),
      ),
      packets: [...new Set(again.map(({ signatory }) => nameOf.get(signatory) ?? ''))],
    };
  });
}

/** A signature that the change adds. */
interface Added {
  who: Signing;
  document: Signed;
}

interface RowsOfItems {
  assignments: readonly AssignmentRow[];
  /** In order. */
  pages: readonly PageRow[];
}

/** Returns the unsent packets of those who get pages, and those whose pages change or are removed. */
async function packetsToCreateAgain(
  db: MirrorDatabase,
  { signatories, capacities }: Pick<SigningGroups, 'signatories' | 'capacities'>,
  change: { added: readonly Added[]; gone: readonly AssignmentRow[]; rows: RowsOfItems },
): Promise<CollectionRow<'packets'>[]> {
  const { added, gone, rows } = change;
  const transaction = signatories[0]?.transaction;
  if (transaction === undefined) return [];
  const signers = new Set(
    added.map(({ who }) => signerOf(capacities, who.signatory, who.authRep)?.uuid ?? null),
  );
  // A marked page is outdated in everyone's packet: the copy in it depends on who else signs the page.
  const marked = new Set(rows.pages.flatMap(({ uuid, source }) => (source === 'file' ? uuid : [])));
  const touched = [...added.map(({ document }) => document.page), ...gone.map((row) => row.itemPageUuid)];
  const changed = new Set(touched.filter((page) => page !== null && marked.has(page)));
  const outdated = new Set([
    ...gone.map(({ uuid }) => uuid),
    ...rows.assignments.flatMap(({ uuid, itemPageUuid }) => (changed.has(itemPageUuid) ? uuid : [])),
  ]);
  const packets = await db.packets.where({ transaction }).toArray();
  return packets.filter(
    ({ status, signatory, assignments }) =>
      isUnsent(status) && (signers.has(signatory) || assignments.some((uuid) => outdated.has(uuid))),
  );
}

type PageRow = CollectionRow<'signaturePages'>;

function signedAlready(
  { row, name, assignments }: Group['documents'][number],
  { pages }: RowsOfItems,
): Signed {
  const page = pages.find(({ uuid }) => uuid === row.itemPageUuid);
  return {
    item: row.item,
    name,
    page: row.itemPageUuid,
    isMarked: page?.source === 'file',
    signatures: assignments,
  };
}

/** Returns the pages for documents that the group doesn't sign yet. */
async function signedNext(
  db: MirrorDatabase,
  items: readonly string[],
  { assignments, pages }: RowsOfItems,
): Promise<Signed[]> {
  const rows = await db.items.bulkGet([...items]);
  const followed = await db.dynamicAssignments
    .where('item')
    .anyOf([...items])
    .toArray();
  const pagesOf = Map.groupBy(pages, ({ item }) => item);
  const signedIn = Map.groupBy(assignments, ({ item }) => item);
  const followedIn = Map.groupBy(followed, ({ item }) => item);
  return rows.flatMap((row) => {
    if (!row) return [];
    const own = pagesOf.get(row.uuid) ?? [];
    const signed = {
      assignments: signedIn.get(row.uuid) ?? [],
      ofGroups: followedIn.get(row.uuid) ?? [],
    };
    const next = pageForSignature(withSigners(own, signed), null);
    const page = typeof next === 'object' ? next.page : null;
    const isMarked = next === 'several' || own.some(({ uuid, source }) => uuid === page && source === 'file');
    return [{ item: row.uuid, name: row.name, page, isMarked, signatures: [] }];
  });
}

/** Returns whether someone has their own generated page in a document, so they don't also sign the group's generated page. */
function aloneAmong({ assignments, pages }: RowsOfItems): (document: Signed, who: Signing) => boolean {
  const generated = new Set(pages.flatMap(({ uuid, source }) => (source === 'generated' ? uuid : [])));
  const alone = assignments.filter(
    ({ signingGroupAssignment: group, status, itemPageUuid: page }) =>
      group === null && countsAsSignature(status) && generated.has(page),
  );
  const key = (item: string, { signatory, authRep }: Signing) => JSON.stringify([item, signatory, authRep]);
  const known = new Set(alone.map((each) => key(each.item, each)));
  return ({ item, isMarked }, who) => !isMarked && known.has(key(item, who));
}
