import { inReadingOrder } from '../../../../contract/rules/checklist/child-lists.ts';
import {
  countsAsSignature,
  wentOut,
} from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { chainOf, isSignedThrough } from '../../../../contract/rules/signing/signatories/auth-rep.ts';
import {
  capacitySentence,
  type Capacities,
  type Relation,
} from '../../../../contract/rules/signing/signatories/capacity.ts';
import {
  newPagesConsolidate,
  withSigners,
  type PageOfDocument,
} from '../../../../contract/rules/signing/pages/page-for-signature.ts';
import { signerOf } from '../../../../contract/rules/signing/signatories/signer.ts';
import { takenOver } from '../../../../contract/rules/signing/signatories/taken-over.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { ChildListRow, CollectionRow, ElementRow } from '../../../rows.ts';
import { pagesByItem } from '../assignments/matrix-rows.ts';

type AssignmentRow = CollectionRow<'assignments'>;

/** A document that a signatory signs. */
export interface SignedDocument {
  assignment: AssignmentRow;
  name: string;
  /** The document's item on the checklist, for its address. */
  item: string;
  /** The capacity, if the signatory signs for an entity. */
  capacity: string | null;
}

/** A document that can be assigned. */
export interface UnassignedDocument {
  item: string;
  name: string;
  /** Its signature pages. */
  pages: readonly PageOfDocument[];
}

/** The documents that one signatory signs, and those that can be assigned to them, in the order of the checklist. */
export interface DocumentsToSign {
  signs: SignedDocument[];
  /** The deal's other documents for signing. */
  others: UnassignedDocument[];
  /** Whether a new page will consolidate what one person signs. */
  newPagesConsolidate: boolean;
}

/** Reads the documents of one signatory, from one snapshot of the mirror. */
export async function documentsToSign(
  db: MirrorDatabase,
  transaction: string,
  signatory: string,
  capacities: Capacities,
): Promise<DocumentsToSign> {
  const [assignments, items, pages, groups, elements, lists] = await db.transaction(
    'r',
    [db.assignments, db.items, db.signaturePages, db.dynamicAssignments, db.elements, db.childLists],
    async () =>
      Promise.all([
        db.assignments.where({ transaction }).toArray(),
        db.items.where({ transaction }).toArray(),
        db.signaturePages.where({ transaction }).toArray(),
        db.dynamicAssignments.where({ transaction }).toArray(),
        db.elements.where({ transaction }).toArray(),
        db.childLists.where({ transaction }).toArray(),
      ]),
  );
  const names = new Map(items.map(({ uuid, name }) => [uuid, name]));
  const pagesOf = pagesByItem(pages);
  const signedIn = Map.groupBy(assignments, ({ item }) => item);
  const followedIn = Map.groupBy(groups, ({ item }) => item);
  const byPlace = inChecklistOrder(elements, lists);
  const signers = new Map<string, string | null>();
  const signerIn = (each: AssignmentRow): string | null => {
    const capacity = `${each.signatory} ${each.authRep ?? ''}`;
    if (!signers.has(capacity))
      signers.set(capacity, signerOf(capacities, each.signatory, each.authRep)?.uuid ?? null);
    return signers.get(capacity) ?? null;
  };
  const own = assignments.filter((each) => each.signatory === signatory || signerIn(each) === signatory);
  const signs = own.flatMap((assignment): SignedDocument[] => {
    const name = names.get(assignment.item);
    if (name === undefined) return [];
    return [{ assignment, name, item: assignment.item, capacity: capacityOf(capacities, assignment) }];
  });
  const taken = new Set(
    own
      .filter((each) => each.signatory === signatory && countsAsSignature(each.status))
      .map(({ item }) => item),
  );
  return {
    signs: signs.toSorted(byPlace),
    others: items
      .filter(({ uuid, forSigning }) => forSigning && !taken.has(uuid))
      .map(({ uuid, name }) => ({
        item: uuid,
        name,
        pages: withSigners(pagesOf.get(uuid) ?? [], {
          assignments: signedIn.get(uuid) ?? [],
          ofGroups: followedIn.get(uuid) ?? [],
          signerOf: signerIn,
        }),
      }))
      .toSorted(byPlace),
    newPagesConsolidate: newPagesConsolidate(pages),
  };
}

/** What isn't transferred to a new representative of an entity. */
export interface NotTakenOver {
  /** The number of signatures that were sent or signed, with the previous representative anywhere in their chain. */
  sent: number;
  /**
   * The names of documents that several people sign through the previous representative. Only one open signature of each is
   * transferred.
   */
  twice: string[];
}

/** @param relation the previous representative's relation */
export async function notTakenOver(
  db: MirrorDatabase,
  transaction: string,
  { capacities, relation }: { capacities: Capacities; relation: Pick<Relation, 'uuid' | 'entity'> },
): Promise<NotTakenOver> {
  const [assignments, items] = await Promise.all([
    db.assignments.where({ transaction }).toArray(),
    db.items.where({ transaction }).toArray(),
  ]);
  const sent = assignments.filter(
    (row) =>
      wentOut(row.status) && countsAsSignature(row.status) && isSignedThrough(capacities, row, relation.uuid),
  );
  const { uuid: from, entity } = relation;
  const { staying } = takenOver(capacities, { entity, from, to: null }, { assignments, members: [] });
  const stay = new Set(staying.assignments);
  const documents = new Set(assignments.filter(({ uuid }) => stay.has(uuid)).map(({ item }) => item));
  return {
    sent: sent.length,
    twice: items.filter(({ uuid }) => documents.has(uuid)).map(({ name }) => name),
  };
}

/** Compares rows of items by the items' place on the checklist. */
export function inChecklistOrder(
  elements: readonly Pick<ElementRow, 'uuid' | 'item'>[],
  lists: readonly Pick<ChildListRow, 'parent' | 'children'>[],
): (one: { item: string }, other: { item: string }) => number {
  const itemOf = new Map(elements.map(({ uuid, item }) => [uuid, item]));
  const order = inReadingOrder(new Map(lists.map(({ parent, children }) => [parent, children])));
  const places = new Map(order.map((element, at) => [itemOf.get(element), at]));
  return (one, other) => (places.get(one.item) ?? Infinity) - (places.get(other.item) ?? Infinity) || 0;
}

function capacityOf(capacities: Capacities, { signatory, authRep }: AssignmentRow): string | null {
  const chain = chainOf(capacities, signatory, authRep);
  if (chain?.length === 0) return null;
  return chain ? capacitySentence(capacities, signatory, chain) : (capacities.party(signatory)?.name ?? null);
}
