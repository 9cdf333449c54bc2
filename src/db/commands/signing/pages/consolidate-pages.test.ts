import { afterEach, beforeEach, expect, it } from 'vitest';
import { MirrorDatabase } from '../../../database.ts';
import { newUuid } from '../../../uuid.ts';
import { STANDARD } from '../../collections/standard-commands.ts';
import { undoSteps } from '../../tray/undo-steps.ts';
import { runSteps, step } from '../../../outbox/mutate.ts';
import { createAssignments } from '../assignments/assignments.ts';
import { createRepresentative } from '../signatories/representatives.ts';
import { createSignatory } from '../signatories/signatories.ts';
import { consolidatePages } from './consolidate-pages.ts';
import { editSignaturePages } from './signature-pages.ts';
import { createTabs } from './tabs.ts';

const transaction = newUuid();
const [item, otherItem] = [newUuid(), newUuid()];
const [jane, kim, fundOne, fundTwo] = [newUuid(), newUuid(), newUuid(), newUuid()];
let db: MirrorDatabase;

/** Assigns a document on a page of its own. Returns the assignment and the page. */
async function assign(signatory: string, pageOrder: number, inItem = item) {
  const [uuid, page] = [newUuid(), newUuid()];
  const one = { uuid, item: inItem, page, pageOrder, signatory, authRep: null };
  await createAssignments(db, { transaction, assignments: [one] });
  return { uuid, page };
}
const consolidate = async () =>
  consolidatePages(db, { transaction, pages: (await db.signaturePages.toArray()).map(({ uuid }) => uuid) });
/** The signatories on each page, by page. */
async function signedOn(): Promise<Record<string, string[]>> {
  const rows = await db.assignments.toArray();
  const byPage = Map.groupBy(rows, ({ itemPageUuid }) => itemPageUuid);
  return Object.fromEntries(
    [...byPage].map(([page, own]) => [page, own.map(({ signatory }) => signatory).toSorted()]),
  );
}

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  for (const [uuid, isOrg] of [
    [jane, false],
    [kim, false],
    [fundOne, true],
    [fundTwo, true],
  ] as const)
    await createSignatory(db, { transaction, uuid, fullName: uuid, isOrg });
  for (const entity of [fundOne, fundTwo])
    await createRepresentative(db, {
      transaction,
      uuid: newUuid(),
      entity,
      signatory: jane,
      title: 'Partner',
    });
});
afterEach(async () => db.delete());

it('gives a person one page for everything that they sign in a document, and undo separates the pages again', async () => {
  const [own, one, two] = [await assign(jane, 0), await assign(fundOne, 1), await assign(fundTwo, 2)];
  const ofKim = await assign(kim, 3);
  const elsewhere = await assign(fundOne, 0, otherItem);
  const before = await signedOn();
  const undo = await consolidate();
  expect(await signedOn()).toEqual({
    [own.page]: [jane, fundOne, fundTwo].toSorted(),
    [ofKim.page]: [kim],
    [elsewhere.page]: [fundOne],
  });
  const pages = await db.signaturePages.toArray();
  expect(pages.map(({ uuid }) => uuid).toSorted()).toEqual([own.page, ofKim.page, elsewhere.page].toSorted());
  expect(pages.every(({ consolidateSigner }) => consolidateSigner)).toBe(true);
  await undoSteps(db, undo);
  expect(await signedOn()).toEqual(before);
  const again = await db.signaturePages.toArray();
  expect(again.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining([one.page, two.page]));
  expect(again.every(({ consolidateSigner }) => !consolidateSigner)).toBe(true);
});

it('keeps a signature that moves, with its caption and text, and undo brings its page back as it was', async () => {
  await assign(jane, 0);
  const { uuid, page } = await assign(fundOne, 1);
  const before = await db.signaturePages.get(page);
  const edits = { header: 'BORROWER:', customText: 'as trustee', requiresWitness: true };
  await runSteps(db, [step(STANDARD.assignments.update, { transaction, uuid, edits })]);
  const undo = await consolidate();
  expect(await db.assignments.where({ signatory: fundOne }).toArray()).toMatchObject([{ uuid, ...edits }]);
  await undoSteps(db, undo);
  expect(await db.assignments.get(uuid)).toMatchObject({ ...edits, itemPageUuid: page });
  expect(await db.signaturePages.get(page)).toEqual(before);
});

it('leaves a page that looks different, has fields, or was sent', async () => {
  const own = await assign(jane, 0);
  const [smaller, sent, withField] = [
    await assign(fundOne, 1),
    await assign(fundTwo, 2),
    await assign(jane, 3),
  ];
  await editSignaturePages(db, { transaction, pages: [{ uuid: smaller.page, look: { fontSize: 10 } }] });
  await db.assignments.update(sent.uuid, { status: 'sent' });
  const field = {
    transaction,
    uuid: newUuid(),
    assignment: withField.uuid,
    tabType: 'custom',
    sheet: 1,
  } as const;
  const place = { xPosition: 0.5, yPosition: 0.5, width: 0.2, height: 0.02 };
  const facts = { label: 'Account', required: true, tabGroup: null, value: null };
  await createTabs(db, { tabs: [{ ...field, ...place, ...facts }], groups: [] });
  await consolidate();
  expect(await signedOn()).toEqual({
    [own.page]: [jane],
    [smaller.page]: [fundOne],
    [sent.page]: [fundTwo],
    [withField.page]: [jane],
  });
});
