import type { ActSubject } from '../../../../contract/entities/transactions/activity.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow } from '../../../rows.ts';

/** The person and document that an act is about, if they are on this device. */
export interface SigningSubject {
  /** The signatory. */
  person?: string | undefined;
  /** The document. */
  document?: string | undefined;
  group?: string | undefined;
  release?: string | undefined;
  /** The page of a returned file. */
  page?: { number: number; file: string; assignments: readonly string[] } | undefined;
}

type Subject = Pick<ActSubject, 'kind' | 'uuid'>;

/** Finds the subjects of signing acts, by uuid. Deleted rows are missing. */
export async function signingSubjects(
  db: MirrorDatabase,
  transaction: string,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, SigningSubject>> {
  const uuidsOf = (kind: Subject['kind']) => [
    ...new Set(subjects.filter((each) => each.kind === kind).map(({ uuid }) => uuid)),
  ];
  const known = <Row extends object>(rows: readonly (Row | undefined)[]): Row[] =>
    rows.filter((row) => row !== undefined);
  const [packets, tabs, tabGroups, pages, members, groupAssignments, sheets, releases] = await Promise.all([
    db.packets.bulkGet(uuidsOf('packet')).then(known),
    db.tabs.bulkGet(uuidsOf('tab')).then(known),
    db.tabGroups.bulkGet(uuidsOf('tab_group')).then(known),
    db.executedDocumentPages.bulkGet(uuidsOf('executed_document_page')).then(known),
    db.signingGroupMembers.bulkGet(uuidsOf('signing_group_member')).then(known),
    db.dynamicAssignments.bulkGet(uuidsOf('dynamic_assignment')).then(known),
    db.signaturePages.bulkGet(uuidsOf('signature_page')).then(known),
    db.releases.bulkGet(uuidsOf('release')).then(known),
  ]);
  const signed = new Set([
    ...uuidsOf('assignment'),
    ...tabs.map(({ assignment }) => assignment),
    ...tabGroups.map(({ assignmentId }) => assignmentId),
  ]);
  const assignments = known(await db.assignments.bulkGet([...signed]));
  const items = [...assignments, ...groupAssignments, ...sheets].map(({ item }) => item);
  const [documents, people, groups, files] = await Promise.all([
    db.items.bulkGet([...new Set(items)]).then(known),
    db.signatories.where({ transaction }).toArray(),
    db.signingGroups.where({ transaction }).toArray(),
    db.executedDocuments.where({ transaction }).toArray(),
  ]);
  const document = new Map(documents.map(({ uuid, name }) => [uuid, name]));
  const person = new Map(people.map(({ uuid, fullName }) => [uuid, fullName]));
  const group = new Map(groups.map(({ uuid, name }) => [uuid, name]));
  const file = new Map(files.map(({ uuid, name }) => [uuid, name]));
  const found = new Map<string, SigningSubject>();
  const signature = ({ item, signatory }: CollectionRow<'assignments'>): SigningSubject => ({
    person: person.get(signatory),
    document: document.get(item),
  });
  for (const row of assignments) found.set(row.uuid, signature(row));
  for (const { uuid, assignment } of tabs) found.set(uuid, found.get(assignment) ?? {});
  for (const { uuid, assignmentId } of tabGroups) found.set(uuid, found.get(assignmentId) ?? {});
  for (const { uuid, signatory } of packets) found.set(uuid, { person: person.get(signatory) });
  for (const { uuid, item } of sheets) found.set(uuid, { document: document.get(item) });
  for (const { uuid, name } of releases) found.set(uuid, { release: name });
  for (const { uuid, signatory, group: of } of members)
    found.set(uuid, { person: person.get(signatory), group: group.get(of) });
  for (const { uuid, item, signingGroup } of groupAssignments)
    found.set(uuid, { document: document.get(item), group: group.get(signingGroup) });
  for (const { uuid, page, executedDocument, assignments: of } of pages) {
    const name = file.get(executedDocument);
    if (name !== undefined) found.set(uuid, { page: { number: page, file: name, assignments: of } });
  }
  return found;
}
