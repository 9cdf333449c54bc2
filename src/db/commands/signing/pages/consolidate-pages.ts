import { capacitiesOf } from '../../../../contract/rules/signing/signatories/capacity.ts';
import { signerOf } from '../../../../contract/rules/signing/signatories/signer.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { equal } from '../../../equal.ts';
import type { Step } from '../../../outbox/command.ts';
import { runSteps, step } from '../../../outbox/mutate.ts';
import type { CollectionRow } from '../../../rows.ts';
import { newUuid } from '../../../uuid.ts';
import { STANDARD } from '../../collections/standard-commands.ts';
import { inParts } from '../assignments/assign-documents.ts';
import { createAssignmentsDefinition, deleteAssignmentsDefinition } from '../assignments/assignments.ts';

type PageRow = CollectionRow<'signaturePages'>;
type AssignmentRow = CollectionRow<'assignments'>;

interface ConsolidateArgs {
  transaction: string;
  /** Generated pages that weren't sent. */
  pages: readonly string[];
}

/**
 * Makes pages consolidate, and moves signatures, so that a person has one page for everything that they sign in a document. One act
 * to undo. A page stays as it is if it looks different, has fields, is signed by a group or several people, or is in a packet.
 */
export async function consolidatePages(
  db: MirrorDatabase,
  { transaction, pages: chosen }: ConsolidateArgs,
): Promise<Step[]> {
  const { pages, moves } = await planMoves(db, new Set(chosen));
  const emptied = new Set(moves.map(({ row }) => row.itemPageUuid));
  const looks = chosen
    .filter((uuid) => !emptied.has(uuid) && pages.get(uuid)?.consolidateSigner === false)
    .map((uuid) =>
      step(STANDARD.signaturePages.update, { transaction, uuid, edits: { consolidateSigner: true } }),
    );
  return runSteps(db, [...looks, ...moveSteps(transaction, moves)]);
}

/** A signature, and the page that it moves to. */
interface Move {
  row: AssignmentRow;
  to: PageRow;
}

function moveSteps(transaction: string, moves: readonly Move[]): Step[] {
  if (moves.length === 0) return [];
  const made = moves.map(({ row, to }) => ({ row, to, uuid: newUuid() }));
  const place = ({ item, signatory, authRep }: AssignmentRow) => ({ item, signatory, authRep });
  const removed = moves.map(({ row }) => ({
    uuid: row.uuid,
    page: row.itemPageUuid,
    pageOrder: 0,
    ...place(row),
  }));
  const added = made.map(({ row, to, uuid }) => ({
    uuid,
    page: to.uuid,
    pageOrder: to.order,
    ...place(row),
  }));
  return [
    ...inParts({ transaction, assignments: removed }).map((part) => step(deleteAssignmentsDefinition, part)),
    ...inParts({ transaction, assignments: added }).map((part) => step(createAssignmentsDefinition, part)),
    ...made.flatMap(({ row, uuid }) => {
      const edits = ownWordsOf(row);
      return edits ? [step(STANDARD.assignments.update, { transaction, uuid, edits })] : [];
    }),
  ];
}

/** What was set for a signature, beyond who signs; null if nothing was. */
function ownWordsOf({ header, customText, requiresNotary, requiresWitness }: AssignmentRow) {
  const isPlain = header === null && customText === '' && !requiresNotary && !requiresWitness;
  return isPlain ? null : { header, customText, requiresNotary, requiresWitness };
}

async function planMoves(
  db: MirrorDatabase,
  chosen: ReadonlySet<string>,
): Promise<{ pages: ReadonlyMap<string, PageRow>; moves: Move[] }> {
  const named = await db.signaturePages.bulkGet([...chosen]);
  const items = [...new Set(named.flatMap((row) => row?.item ?? []))];
  const [pages, assignments, ofGroups] = await Promise.all([
    db.signaturePages.where('item').anyOf(items).sortBy('order'),
    db.assignments.where('item').anyOf(items).toArray(),
    db.dynamicAssignments.where('item').anyOf(items).toArray(),
  ]);
  const tabs = await db.tabs
    .where('assignment')
    .anyOf(assignments.map(({ uuid }) => uuid))
    .toArray();
  const signerIn = await signers(db, named.find((row) => row !== undefined)?.transaction ?? '');
  const byPage = Map.groupBy(assignments, ({ itemPageUuid }) => itemPageUuid);
  const taken = new Set(ofGroups.map(({ itemPageUuid }) => itemPageUuid));
  const withTabs = new Set(tabs.map(({ assignment }) => assignment));
  const kept = new Map<string, { page: PageRow; signer: string }[]>();
  const moves: Move[] = [];
  for (const page of pages) {
    if (page.source === 'file' || !(page.consolidateSigner || chosen.has(page.uuid))) continue;
    const own = byPage.get(page.uuid) ?? [];
    if (taken.has(page.uuid) || own.some(({ uuid, status }) => status !== 'assigned' || withTabs.has(uuid)))
      continue;
    const [signer = null, ...others] = new Set(own.map(signerIn));
    if (signer === null || others.length > 0) continue;
    const before = kept.get(page.item) ?? [];
    const to = before.find((each) => each.signer === signer && looksLike(each.page, page))?.page;
    if (to) moves.push(...own.map((row) => ({ row, to })));
    else kept.set(page.item, [...before, { page, signer }]);
  }
  return { pages: new Map(pages.map((row) => [row.uuid, row])), moves };
}

function looksLike(one: PageRow, other: PageRow): boolean {
  return (
    one.margins === other.margins &&
    one.font === other.font &&
    one.fontSize === other.fontSize &&
    equal(one.blocks, other.blocks)
  );
}

/** Returns who signs an assignment; null if that isn't clear. */
async function signers(db: MirrorDatabase, transaction: string) {
  const [parties, relations] = await Promise.all([
    db.signatories.where({ transaction }).toArray(),
    db.representatives.where({ transaction }).toArray(),
  ]);
  const capacities = capacitiesOf(
    parties.map(({ uuid, fullName, isOrg }) => ({ uuid, name: fullName, isOrg })),
    relations,
  );
  return ({ signatory, authRep }: AssignmentRow) => signerOf(capacities, signatory, authRep)?.uuid ?? null;
}
