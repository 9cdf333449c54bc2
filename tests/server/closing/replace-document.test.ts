import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { resumeCollations } from '../../../server/jobs/signing/resume-collations.ts';
import { releasedVersions } from '../../../server/store/migrations/0220-released-versions.ts';
import { addParticipant } from '../support/test-server.ts';
import { client, closing, desk, openSigning, server, team } from '../signing/open-signing.ts';
import { addVersion, assignmentsOf, carry, compare, replace, signedLease } from './signed-lease.ts';

openSigning();

/** Releases these signatures. Here, one person is enough. */
async function release(assignments: string[]) {
  await client.patch(`/transactions/transaction/${team.deal}`, { release_confirmations: 1 });
  const { uuid } = (await client.post('/transactions/release', { transaction: team.deal, assignments })).body;
  for (const act of ['confirm', 'release']) {
    const done = await client.post(`/transactions/release/${uuid}/${act}`, {});
    expect(done.status, done.text).toBe(200);
  }
}

describe('replacing a signed document', () => {
  test('requires a review of every change, carries over what a lawyer confirms, and asks for the rest again', async () => {
    const { item, page, signed, out, packet, token } = await signedLease();
    const document = await addVersion(item, { 3: 'Lease, page 3, as amended' });
    const direct = await client.patch(`/transactions/item/${item}`, { document });
    expect(direct.status, direct.text).toBe(422);
    expect(direct.body.error_message).toBe(
      '“Lease” is signed or out for signature. Review the changes before you make another version current.',
    );

    const read = await compare(item, document);
    expect(read.pages[2]).toMatchObject({
      before: 3,
      after: 3,
      words: [
        { kind: 'same', text: 'Lease, page' },
        { kind: 'removed', text: '3' },
        { kind: 'added', text: '3, as amended' },
      ],
    });
    expect(read.pages[0]).toMatchObject({ words: [], areas: [] });
    expect(read.marked).toEqual([{ page, number: 2, to: 2 }]);
    expect(read.signatures).toMatchObject([
      { uuid: signed, sign_again: null },
      { uuid: out, sign_again: 'not_signed' },
    ]);

    const early = await replace(item, { document });
    expect(early.status, early.text).toBe(409);
    expect(early.body).toMatchObject({
      code: 'needs_review',
      unmatched: [],
      changes: [{ before: 3, after: 3 }],
    });
    const accepted_changes = early.body.changes;
    const wrong = await replace(item, { document, accepted_changes, carry_over: carry([out]) });
    expect(wrong.status, wrong.text).toBe(422);

    const { document: file } = (
      await client.get(`/transactions/item/${(await closing.lease('Consent')).item}`)
    ).body;
    for (const not of [document, v7()]) {
      const carry_over = { ...carry([signed]), file: not };
      const refused = await replace(item, { document, accepted_changes, carry_over });
      expect(refused.status, refused.text).toBe(422);
    }
    const carry_over = { ...carry([signed]), file };
    const done = await replace(item, { document, accepted_changes, carry_over });
    expect(done.status, done.text).toBe(200);
    expect(done.body).toMatchObject({ document });
    const rows = await assignmentsOf();
    expect(rows.get(signed)).toMatchObject({ status: 'executed' });
    expect(rows.get(signed)?.['item_page_uuid']).not.toBe(page);
    expect(rows.get(out)).toMatchObject({ status: 'superseded' });
    const again = [...rows.values()].filter(({ uuid }) => uuid !== signed && uuid !== out);
    expect(again).toMatchObject([{ status: 'assigned', item }]);
    expect((await team.list('/packet')).find(({ uuid }) => uuid === packet)).toMatchObject({
      status: 'cancelled',
      superseded_at: expect.any(String),
    });
    expect((await server.client().get(`/signing/${token}`)).body.state).toBe('superseded');
    const ledger = await team.list('/transactions/ledger');
    expect(ledger.at(-1)).toMatchObject({
      event: 'document_replaced',
      details: {
        signatures: [signed],
        superseded: [out],
        authority: 'email',
        authority_file: {
          document: file,
          name: expect.any(String),
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    });

    const release = await client.post('/transactions/release', {
      transaction: team.deal,
      assignments: [signed],
    });
    const confirmed = await client.post(`/transactions/release/${release.body.uuid}/confirm`, {});
    expect(confirmed.status, confirmed.text).toBe(200);
  });

  test('is up to the organization that sent the packets or leads the deal, and impossible after the release', async () => {
    const { item, signed } = await signedLease();
    const document = await addVersion(item);
    await compare(item, document);
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const guest = await server.signIn('counsel@outside.test');
    const refused = await replace(item, { document }, guest);
    expect(refused.status, refused.text).toBe(403);
    expect(refused.body.error_message).toMatch(/can replace its document\.$/);
    await release([signed]);
    const late = await replace(item, { document });
    expect(late.status, late.text).toBe(422);
    expect(late.body.error_message).toMatch(
      /has released signatures, so its signed version can’t be replaced/,
    );
  });
});

/** Creates a document without a file, with a page that Jane has signed. */
async function signedByJane() {
  const item = await team.item('Lease');
  const email = `jane-${v7()}@alder.test`;
  const jane = await team.person('Jane Doe', { email });
  const { uuid: signed } = await team.assign(item, jane);
  await closing.sign(jane, email);
  return { item, signed };
}

/** The same, with a page that was sent to Kim. */
async function signedDraft() {
  const { item, signed } = await signedByJane();
  const to = `kim-${v7()}@alder.test`;
  const kim = await team.person('Kim Roe', { email: to });
  const { uuid: out } = await team.assign(item, kim);
  await desk.send(team, await desk.make(team, { signatories: [kim] }), to);
  return { item, signed, out };
}

/** Moves another document's file to the item, and returns it. */
async function addFirstFile(item: string): Promise<string> {
  const other = await closing.lease('Lease');
  const { document } = (await client.get(`/transactions/item/${other.item}`)).body;
  for (const item_id of [null, item]) {
    const moved = await client.patch(`/transactions/document/${document}`, { item_id });
    expect(moved.status, moved.text).toBe(200);
  }
  return document;
}

describe('a document that was signed before it had a file', () => {
  test('gets its first file without a question, and a different one only after a review', async () => {
    const { item, signed, out } = await signedDraft();
    const release = { transaction: team.deal, assignments: [signed] };
    const { uuid } = (await client.post('/transactions/release', release)).body;
    const confirm = async () => {
      const confirmed = await client.post(`/transactions/release/${uuid}/confirm`, {});
      expect(confirmed.status, confirmed.text).toBe(200);
    };
    const confirmations = async () =>
      (await team.list('/transactions/release')).map((row) => row['confirmations']);
    await confirm();
    const first = await addFirstFile(item);
    const statuses = async () => {
      const rows = await assignmentsOf();
      return [signed, out].map((each) => rows.get(each)?.['status']);
    };
    expect(await statuses()).toEqual(['executed', 'sent']);
    // Jane confirmed it without the file.
    expect(await confirmations()).toEqual([[]]);
    const lastLine = async () => (await team.list('/transactions/ledger')).at(-1);
    expect(await lastLine()).toMatchObject({
      event: 'confirmations_dropped',
      actor_name: 'Mo Member',
      subject: null,
      details: { item, name: 'Lease', document: first, cleared: [uuid] },
    });
    await confirm();

    const document = await addVersion(item, { 3: 'Lease, page 3, as amended' });
    const refused = [
      await client.patch(`/transactions/item/${item}`, { document }),
      await client.delete(`/transactions/document/${first}`),
      await client.patch(`/transactions/document/${first}`, { item_id: null }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(refused[0]?.body.error_message).toBe(
      '“Lease” is signed or out for signature. Review the changes before you make another version current.',
    );
    expect((await client.get(`/transactions/item/${item}`)).body.document).toBe(first);

    const read = await compare(item, document);
    expect(read.signatures).toMatchObject([
      { uuid: signed, sign_again: null },
      { uuid: out, sign_again: 'not_signed' },
    ]);
    const accepted_changes = [{ before: 3, after: 3 }];
    const done = await replace(item, { document, accepted_changes, carry_over: carry([signed]) });
    expect(done.status, done.text).toBe(200);
    expect(await statuses()).toEqual(['executed', 'superseded']);
    expect(await confirmations()).toEqual([[]]);
    expect(await lastLine()).toMatchObject({ event: 'document_replaced', details: { cleared: [uuid] } });
    const back = await client.patch(`/transactions/item/${item}`, { document: first });
    expect(back.status, back.text).toBe(422);
  });

  test('can have its first file replaced if that couldn’t be converted', async () => {
    const { item } = await signedDraft();
    const first = await addFirstFile(item);
    const second = await addVersion(item);
    await server.services.db
      .updateTable('documents')
      .set({ pdf_file_key: null, conversion_status: 'error' })
      .where('uuid', '=', first)
      .execute();
    const answer = await client.patch(`/transactions/item/${item}`, { document: second });
    expect(answer.status, answer.text).toBe(200);
  });
});

test('a file that is added after the release is covered by no signature, and can be replaced, moved to the queue and deleted', async () => {
  const { item, signed } = await signedByJane();
  await release([signed]);
  const first = await addFirstFile(item);
  await resumeCollations(server.services);
  const { body } = await client.get(`/transactions/item/${item}`);
  expect(body).toMatchObject({ document: first, collation: 'none', collation_requested_at: null });

  const second = await addVersion(item, { 3: 'Lease, page 3, as amended' });
  expect((await compare(item, second)).signatures).toEqual([]);
  const replaced = await replace(item, { document: second, accepted_changes: [{ before: 3, after: 3 }] });
  expect(replaced.status, replaced.text).toBe(200);
  const back = await client.patch(`/transactions/item/${item}`, { document: first });
  expect(back.status, back.text).toBe(200);
  const queued = await client.patch(`/transactions/document/${first}`, { item_id: null });
  expect(queued.status, queued.text).toBe(200);
  const deleted = await client.delete(`/transactions/document/${second}`);
  expect(deleted.status, deleted.text).toBeLessThan(300);
});

test('the file with which signatures were released stays, even if they were released before files were recorded', async () => {
  const { item, signed } = await signedByJane();
  const first = await addFirstFile(item);
  await release([signed]);
  const second = await addVersion(item);
  const answers = async () => [
    (await client.patch(`/transactions/item/${item}`, { document: second })).status,
    (await client.delete(`/transactions/document/${first}`)).status,
    (await client.patch(`/transactions/document/${first}`, { item_id: null })).status,
  ];
  expect(await answers()).toEqual([422, 422, 422]);
  const { db } = server.services;
  await db.deleteFrom('signed_versions').where('assignment', '=', signed).execute();
  await db.transaction().execute(async (tx) => releasedVersions.up(tx));
  expect(await answers()).toEqual([422, 422, 422]);
});

test('a signature that was given in the room and released before that was recorded is for the version that its packet showed', async () => {
  const { item, signed } = await signedLease();
  await release([signed]);
  const { document: shown } = (await client.get(`/transactions/item/${item}`)).body;
  const later = await addVersion(item);
  const { db } = server.services;
  await db.updateTable('collations').set({ document: later }).where('item', '=', item).execute();
  const recorded = async () =>
    db.selectFrom('signed_versions').select('document').where('assignment', '=', signed).execute();
  expect(await recorded()).toEqual([{ document: shown }]);
  await db.deleteFrom('signed_versions').where('assignment', '=', signed).execute();
  await db.transaction().execute(async (tx) => releasedVersions.up(tx));
  expect(await recorded()).toEqual([{ document: shown }]);
});

test('the signed version can’t be deleted or moved to the queue, the error says how to get it back, and other versions can be', async () => {
  const { item } = await signedLease();
  const version = await addVersion(item, { 3: 'Lease, page 3 as amended' });
  const { document: signed } = (await client.get(`/transactions/item/${item}`)).body;
  const refused = [
    await client.delete(`/transactions/document/${signed}`),
    await client.patch(`/transactions/document/${signed}`, { item_id: null }),
  ];
  const reason =
    'signature pages of “Lease” were already sent or signed. First, cancel the packets or reject the signatures of Jane Doe and Kim Roe.';
  expect(refused.map(({ status, body }) => [status, body.error_message])).toEqual([
    [422, `This file can’t be deleted: ${reason}`],
    [422, `This file can’t be moved back to the upload queue: ${reason}`],
  ]);
  expect((await client.get(`/transactions/item/${item}`)).body.document).toBe(signed);
  expect((await client.delete(`/transactions/document/${version}`)).status).toBeLessThan(300);
});
