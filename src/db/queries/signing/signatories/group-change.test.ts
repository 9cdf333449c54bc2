import { afterEach, beforeEach, expect, it } from 'vitest';
import { TOP } from '../../../../contract/rules/checklist/child-lists.ts';
import { createItem } from '../../../commands/checklist/create-item.ts';
import { createRow } from '../../../commands/collections/standard-commands.ts';
import { assignDocumentsToGroup } from '../../../commands/signing/assignments/assign-documents.ts';
import { createAssignments } from '../../../commands/signing/assignments/assignments.ts';
import { createPackets } from '../../../commands/signing/packets/create-packets.ts';
import { markPages } from '../../../commands/signing/pages/mark-pages.ts';
import { addSigningGroupMembers } from '../../../commands/signing/signatories/change-signing-groups.ts';
import { createRepresentative } from '../../../commands/signing/signatories/representatives.ts';
import { createSignatory } from '../../../commands/signing/signatories/signatories.ts';
import { MirrorDatabase } from '../../../database.ts';
import { newUuid } from '../../../uuid.ts';
import { groupChangeOf, type AskedChange } from './group-change.ts';
import { signingGroupsOf } from './groups.ts';

const transaction = newUuid();
const [buyers, fund, jane, john, president] = [newUuid(), newUuid(), newUuid(), newUuid(), newUuid()];

let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await createSignatory(db, { transaction, uuid: fund, fullName: 'Rowan Fund, L.P.', isOrg: true });
  await createSignatory(db, { transaction, uuid: jane, fullName: 'Jane Doe', isOrg: false });
  await createSignatory(db, { transaction, uuid: john, fullName: 'John Roe', isOrg: false });
  const signsFor = { uuid: president, entity: fund, signatory: jane, title: 'President' };
  await createRepresentative(db, { transaction, ...signsFor });
  await createRow(db, 'signingGroups', { transaction, uuid: buyers, name: 'Buyers' });
});
afterEach(async () => db.delete());

async function addItem(name: string): Promise<string> {
  const uuid = newUuid();
  await createItem(db, { transaction, uuid, elementUuid: newUuid(), name, parent: TOP });
  return uuid;
}

/** Assigns a document to somebody outside the group. */
async function assign(item: string, signatory: string, page = newUuid()): Promise<string> {
  const uuid = newUuid();
  const assignment = { uuid, item, page, pageOrder: 0, signatory, authRep: null };
  await createAssignments(db, { transaction, assignments: [assignment] });
  return uuid;
}

const groupSigns = async (...items: string[]) =>
  assignDocumentsToGroup(db, { transaction, group: buyers, items, unmarked: [] });

const joins = async (signatory: string) =>
  addSigningGroupMembers(db, { transaction, group: buyers, members: [{ signatory, authRep: null }] });

async function changeOf(asked: Omit<AskedChange, 'group'>) {
  const read = await signingGroupsOf(db, transaction);
  const [group] = read.groups;
  return groupChangeOf(db, read, { ...asked, ...(group && { group }) });
}

it('new members get a page in each of the group’s documents, unless they have their own', async () => {
  const [spa, nda] = [await addItem('SPA'), await addItem('NDA')];
  await groupSigns(spa, nda);
  await assign(nda, john);
  const joining = [
    { signatory: john, authRep: null },
    { signatory: fund, authRep: president },
  ];
  const { added } = await changeOf({ joining });
  expect(added.map(({ name }) => name).toSorted()).toEqual(['John Roe', 'Rowan Fund, L.P.']);
  const documentsOf = (who: string) => added.find(({ name }) => name === who)?.documents.toSorted();
  expect(documentsOf('John Roe')).toEqual(['SPA']);
  expect(documentsOf('Rowan Fund, L.P.')).toEqual(['NDA', 'SPA']);
});

it('an unsent packet has to be created again if its signatory signs the new pages, even for an entity', async () => {
  await groupSigns(await addItem('SPA'));
  const other = await addItem('Side letter');
  await assign(other, jane);
  await assign(other, john);
  await createPackets(db, { transaction, people: [jane, john] });
  const joining = [{ signatory: fund, authRep: president }];
  expect((await changeOf({ joining })).packets).toEqual(['Jane Doe']);
  await db.packets.toCollection().modify({ status: 'sent' });
  expect((await changeOf({ joining })).packets).toEqual([]);
});

it('each member gets a page in a document that is added', async () => {
  await joins(jane);
  await joins(john);
  const items = [await addItem('SPA')];
  expect((await changeOf({ items })).added).toEqual([
    { name: 'Jane Doe', documents: ['SPA'] },
    { name: 'John Roe', documents: ['SPA'] },
  ]);
});

it('another signatory on a marked page outdates the unsent packets that contain it', async () => {
  await joins(jane);
  const [lease, page] = [await addItem('Lease'), newUuid()];
  const marked = { uuid: page, item: lease, document: newUuid(), refPageNumber: 3, order: 0 };
  await markPages(db, [{ transaction, ...marked }]);
  await assign(lease, john, page);
  await createPackets(db, { transaction, people: [john] });
  expect(await changeOf({ items: [lease] })).toEqual({
    added: [{ name: 'Jane Doe', documents: ['Lease'] }],
    packets: ['John Roe'],
  });
});

it('removing a page outdates the unsent packet that contains it', async () => {
  const assignment = await assign(await addItem('SPA'), jane);
  await createPackets(db, { transaction, people: [jane] });
  expect(await changeOf({ removed: [assignment] })).toEqual({ added: [], packets: ['Jane Doe'] });
});
