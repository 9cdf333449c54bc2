import { capacitiesOf } from '../../../../contract/rules/signing/signatories/capacity.ts';
import { signerOf } from '../../../../contract/rules/signing/signatories/signer.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { equal } from '../../../equal.ts';
import type { Step } from '../../../outbox/command.ts';
import { runSteps, step } from '../../../outbox/mutate.ts';
import type { CollectionRow } from '../../../rows.ts';
import { STANDARD } from '../../collections/standard-commands.ts';
import { moveAssignmentsDefinition } from '../assignments/assignments.ts';

type PageRow = CollectionRow<'signaturePages'>;
type AssignmentRow = CollectionRow<'assignments'>;

/** The maximum number of emptied pages in one request, so that a large act doesn't block the deal for long. */
const IN_ONE_EDIT = 2000;

interface ConsolidateArgs {
  transaction: string;
  /** Generated pages that weren't sent. */
  pages: readonly string[];
}

/**
 * Makes pages consolidate, and moves signatures, so that a person has one page for everything that they sign in a document. One act
 * to undo. A signature stays where it is if its page looks different, has fields, is signed by a group or several people, or is in a
 * packet.
 */
export async function consolidatePages(
  db: MirrorDatabase,
  { transaction, pages: chosen }: ConsolidateArgs,
): Promise<Step[]> {
  const { pages, emptied } = await planMoves(db, transaction, new Set(chosen));
  const gone = new Set(emptied.map(({ page }) => page.uuid));
  const looks = chosen
    .filter((uuid) => !gone.has(uuid) && pages.get(uuid)?.consolidateSigner === false)
    .map((uuid) =>
      step(STANDARD.signaturePages.update, { transaction, uuid, edits: { consolidateSigner: true } }),
    );
  const parts = Array.from({ length: Math.ceil(emptied.length / IN_ONE_EDIT) }, (_, at) =>
    emptied.slice(at * IN_ONE_EDIT, (at + 1) * IN_ONE_EDIT),
  );
  const moves = parts.map((part) =>
    step(moveAssignmentsDefinition, {
      transaction,
      moves: part.flatMap(({ signatures, page, to }) =>
        signatures.map(({ uuid }) => ({ uuid, from: page.uuid, to })),
      ),
      emptied: part.map(({ page }) => page.uuid),
      restored: [],
    }),
  );
  return runSteps(db, [...looks, ...moves]);
}

/** A page whose signatures all move to another page. */
interface EmptiedPage {
  page: PageRow;
  signatures: AssignmentRow[];
  to: string;
}

/** A page that a person keeps, and all of their signatures on it. */
interface KeptPage {
  page: PageRow;
  signer: string;
  signatures: AssignmentRow[];
}

async function planMoves(
  db: MirrorDatabase,
  transaction: string,
  chosen: ReadonlySet<string>,
): Promise<{ pages: ReadonlyMap<string, PageRow>; emptied: EmptiedPage[] }> {
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
  const signerIn = await signers(db, transaction);
  const byPage = Map.groupBy(assignments, ({ itemPageUuid }) => itemPageUuid);
  const taken = new Set(ofGroups.map(({ itemPageUuid }) => itemPageUuid));
  const withTabs = new Set(tabs.map(({ assignment }) => assignment));
  const kept = new Map<string, KeptPage[]>();
  const emptied: EmptiedPage[] = [];
  for (const page of pages) {
    if (page.source === 'file' || !(page.consolidateSigner || chosen.has(page.uuid))) continue;
    const signatures = byPage.get(page.uuid) ?? [];
    const isFixed = signatures.some(({ uuid, status }) => status !== 'assigned' || withTabs.has(uuid));
    if (isFixed || taken.has(page.uuid)) continue;
    const [signer = null, ...others] = new Set(signatures.map(signerIn));
    if (signer === null || others.length > 0) continue;
    const before = kept.get(page.item) ?? [];
    const to = before.find((each) => each.signer === signer && takes(each, { page, signatures }));
    if (to) {
      to.signatures.push(...signatures);
      emptied.push({ page, signatures, to: to.page.uuid });
    } else kept.set(page.item, [...before, { page, signer, signatures: [...signatures] }]);
  }
  return { pages: new Map(pages.map((row) => [row.uuid, row])), emptied };
}

/** Returns whether a page looks like another and has none of its signatures already. */
function takes(kept: KeptPage, { page, signatures }: Pick<KeptPage, 'page' | 'signatures'>): boolean {
  return (
    kept.page.margins === page.margins &&
    kept.page.font === page.font &&
    kept.page.fontSize === page.fontSize &&
    kept.page.signaturePageType === page.signaturePageType &&
    equal(kept.page.blocks, page.blocks) &&
    !signatures.some((one) =>
      kept.signatures.some(
        ({ signatory, authRep }) => signatory === one.signatory && authRep === one.authRep,
      ),
    )
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
