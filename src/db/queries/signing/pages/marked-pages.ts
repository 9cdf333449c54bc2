import { byOrder } from '../../../../contract/rules/checklist/order.ts';
import { countsAsSignature } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow } from '../../../rows.ts';

/** A marked page of a file, with its valid signatures. */
export interface MarkedPage {
  row: CollectionRow<'signaturePages'>;
  assignments: CollectionRow<'assignments'>[];
}

export interface MarkedPages {
  /** The marked pages of one document, by page number. */
  byNumber: ReadonlyMap<number, MarkedPage>;
  /** The page numbers of all signature pages of the item, in order; null for generated ones. */
  numbers: readonly (number | null)[];
}

/** Reads the marked pages of one version of an item, from one snapshot of the mirror. */
export async function markedPages(
  db: MirrorDatabase,
  { item, document }: { item: string; document: string },
): Promise<MarkedPages> {
  const [pages, assignments] = await db.transaction('r', db.signaturePages, db.assignments, async () =>
    Promise.all([db.signaturePages.where({ item }).toArray(), db.assignments.where({ item }).toArray()]),
  );
  const byPage = Map.groupBy(
    assignments.filter(({ status }) => countsAsSignature(status)),
    ({ itemPageUuid }) => itemPageUuid,
  );
  const inOrder = pages.toSorted(byOrder);
  const marked = inOrder.flatMap((row): [number, MarkedPage][] =>
    row.document === document && row.refPageNumber !== null
      ? [[row.refPageNumber, { row, assignments: byPage.get(row.uuid) ?? [] }]]
      : [],
  );
  return { byNumber: new Map(marked), numbers: inOrder.map(({ refPageNumber }) => refPageNumber) };
}

/** A marked page that can be chosen, with the names of those who sign it. */
export interface PageToChoose {
  readonly uuid: string;
  /** From 1. */
  readonly number: number;
  readonly signers: readonly string[];
}

/** Reads the marked pages of a document, in order. */
export async function pagesToChoose(db: MirrorDatabase, item: string): Promise<PageToChoose[]> {
  const [pages, assignments, groups] = await Promise.all([
    db.signaturePages.where({ item }).toArray(),
    db.assignments.where({ item }).toArray(),
    db.dynamicAssignments.where({ item }).toArray(),
  ]);
  const signed = assignments.filter(({ status }) => countsAsSignature(status));
  const named = [
    ...signed.filter(({ signingGroupAssignment: group }) => group === null).map((each) => each.signatory),
    ...groups.map(({ signingGroup }) => signingGroup),
  ];
  const [people, all] = await Promise.all([db.signatories.bulkGet(named), db.signingGroups.bulkGet(named)]);
  const names = new Map([
    ...people.flatMap((each) => (each ? [[each.uuid, each.fullName] as const] : [])),
    ...all.flatMap((each) => (each ? [[each.uuid, each.name] as const] : [])),
  ]);
  const signersOf = (page: string) => [
    ...groups.filter((each) => each.itemPageUuid === page).map(({ signingGroup }) => signingGroup),
    ...signed
      .filter((each) => each.itemPageUuid === page && each.signingGroupAssignment === null)
      .map(({ signatory }) => signatory),
  ];
  return pages
    .toSorted(byOrder)
    .flatMap(({ uuid, source, refPageNumber: number }) =>
      source === 'file' && number !== null
        ? [{ uuid, number, signers: signersOf(uuid).flatMap((each) => names.get(each) ?? []) }]
        : [],
    );
}
