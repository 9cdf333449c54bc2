import { beforeEach, expect, it } from 'vitest';
import { newTransactionRow, newUserRow } from '../../../../../tests/support/rows.ts';
import { assignmentRow } from '../../../../../tests/support/signing/signing-rows.ts';
import { TOP } from '../../../../contract/rules/checklist/child-lists.ts';
import { newElementRow, newItemRow } from '../../../commands/checklist/new-rows.ts';
import { generatedPage } from '../../../commands/signing/pages/new-page.ts';
import { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow, ParticipantRow, TransactionRow } from '../../../rows.ts';
import { newUuid } from '../../../uuid.ts';
import { returnedPagesOf } from './returned-pages.ts';

const AT = '2026-01-01T00:00:00.000Z';
const [LEAD, GUEST] = [newUuid(), newUuid()];
const me = newUuid();
let db: MirrorDatabase;
let deal: TransactionRow;

beforeEach(async () => {
  db = new MirrorDatabase(me, 'relaxed');
  deal = { ...newTransactionRow('Project Alder'), organization: LEAD };
  return async () => db.delete();
});

/** Somebody from another firm. If they were removed, `removedBy` is the person who removed them. */
function guestRow(userUuid: string, removedBy?: string): ParticipantRow {
  return {
    uuid: newUuid(),
    userUuid,
    fullName: 'Dana Counsel',
    email: 'counsel@outside.test',
    creator: false,
    deleted: removedBy !== undefined,
    sendEsigningNotifications: true,
    organization: GUEST,
    createdAt: AT,
    version: 1,
    modifiedAt: AT,
    modifiedBy: removedBy ?? userUuid,
  };
}

/** Puts the user in an organization, and adds a guest from another firm to the deal. */
async function workFor(organization: string, guest: string): Promise<void> {
  await db.users.put({ ...newUserRow(me), organization });
  await db.transactions.put({ ...deal, participants: [guestRow(guest)] });
}

/** A scan of one page whose code can't be read. */
async function scan(name: string, collectedFor: string, createdBy: string): Promise<void> {
  const born = {
    transaction: deal.uuid,
    createdAt: AT,
    createdBy,
    version: 1,
    modifiedAt: AT,
    modifiedBy: createdBy,
  };
  const file: CollectionRow<'executedDocuments'> = {
    uuid: newUuid(),
    name,
    status: 'ready',
    numPages: 1,
    numRead: 1,
    errorMessage: null,
    sha256: '',
    size: 1000,
    collectedFor,
    expectedSignatory: null,
    ...born,
  };
  await db.executedDocuments.put(file);
  await db.executedDocumentPages.put({
    uuid: newUuid(),
    executedDocument: file.uuid,
    page: 1,
    part: 0,
    assignments: [],
    match: 'none',
    confidence: null,
    outcome: 'no_code',
    candidates: [],
    similarSignatures: [],
    warnings: [],
    ...born,
  });
}

const toMatch = async () =>
  (await returnedPagesOf(db, deal.uuid)).toMatch.map(({ file, heldBy }) => [file.name, heldBy]);

it('lists a guest’s unmatched pages for the leading organization, after its own and without their picture', async () => {
  const guest = newUuid();
  await workFor(LEAD, guest);
  await scan('Of the guest', GUEST, guest);
  await scan('Of somebody who left', GUEST, newUuid());
  await scan('Our own', LEAD, me);
  expect(await toMatch()).toEqual([
    ['Our own', null],
    ['Of the guest', 'Dana Counsel'],
    ['Of somebody who left', ''],
  ]);
});

it.each([
  [
    'have left or were removed by each other',
    (jo: string, max: string) => [guestRow(jo, jo), guestRow(max, jo)],
    null,
  ],
  [
    'were removed by the leading organization',
    (jo: string, max: string) => [guestRow(jo, jo), guestRow(max, me)],
    '',
  ],
  ['aren’t known', () => [], ''],
])(
  'lists the pages of a firm whose people %s for the leading organization, with their picture only if they pass to it',
  async (_, people, heldBy) => {
    const [jo, max] = [newUuid(), newUuid()];
    await db.users.put({ ...newUserRow(me), organization: LEAD });
    await db.transactions.put({ ...deal, deletedParticipants: people(jo, max) });
    await scan('Of the firm', GUEST, jo);
    expect(await toMatch()).toEqual([['Of the firm', heldBy]]);
  },
);

it('lists only its own unmatched pages for an organization that doesn’t lead the deal', async () => {
  await workFor(GUEST, me);
  await scan('Our own', GUEST, me);
  await scan('Of the lead', LEAD, newUuid());
  expect(await toMatch()).toEqual([['Our own', null]]);
});

it('offers no signature on a marked page of an earlier version for a page without a match', async () => {
  await workFor(LEAD, newUuid());
  const stamp = { madeAt: AT, userId: me };
  const item = newItemRow({ transaction: deal.uuid, uuid: 'lease', name: 'Lease' }, null, stamp);
  await db.items.put({ ...item, document: 'version 2' });
  for (const [order, document] of ['version 1', 'version 2', null].entries()) {
    const uuid = `page of ${document}`;
    const page = generatedPage({ uuid, transaction: deal.uuid, item: 'lease', order }, stamp);
    await db.signaturePages.put({ ...page, source: document === null ? 'generated' : 'file', document });
    const signature = {
      uuid: `signature ${order}`,
      transaction: deal.uuid,
      item: 'lease',
      itemPageUuid: uuid,
    };
    await db.assignments.put(assignmentRow(signature));
  }
  const { outstanding } = await returnedPagesOf(db, deal.uuid);
  expect(outstanding.map(({ assignment }) => assignment.itemPageUuid).toSorted()).toEqual([
    'page of null',
    'page of version 2',
  ]);
});

it('offers the signatures of a person in the order of the checklist, as in their packet', async () => {
  await workFor(LEAD, newUuid());
  const stamp = { madeAt: AT, userId: me };
  const { uuid: transaction } = deal;
  for (const name of ['Agreement', 'Bill of sale', 'Consent']) {
    await db.items.put(newItemRow({ transaction, uuid: name, name }, null, stamp));
    await db.elements.put(
      newElementRow({ transaction, elementUuid: `row of ${name}` }, { item: name }, stamp),
    );
    await db.assignments.put(assignmentRow({ uuid: `signature of ${name}`, transaction, item: name }));
  }
  const children = ['Consent', 'Agreement', 'Bill of sale'].map((name) => `row of ${name}`);
  await db.childLists.put({ key: `${transaction}/${TOP}`, transaction, parent: TOP, children });
  const { outstanding } = await returnedPagesOf(db, transaction);
  expect(outstanding.map(({ document }) => document)).toEqual(['Consent', 'Agreement', 'Bill of sale']);
});
