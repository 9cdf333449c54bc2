import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { verifyEvidence } from '../../../../server/admin/verify-evidence.ts';
import { addFiledItem, insertDocument } from '../../support/deal-with-rows.ts';
import { client, desk, openSigning, server, team, visitor } from '../open-signing.ts';
import { FINAL, giveFile, hashOf, said, sentDeed, shownIn, submit, witness } from './sent-deed.ts';

let numWitnessed = 0;

openSigning();

describe('a deed', () => {
  test('is refused together with another document, and once another version is final', async () => {
    const deed = await sentDeed();
    const other = await submit(deed, { document_sha256: hashOf('the draft') });
    expect(other.status).toBe(422);
    expect(said(other)).toMatch(/^This isn’t the document that was sent to you\./);
    const next = await insertDocument(server, client, team.deal, deed.item);
    const { db } = server.services;
    await db.updateTable('items').set({ document: next }).where('uuid', '=', deed.item).execute();
    const late = await submit(deed);
    expect(late.status).toBe(422);
    expect(said(late)).toMatch(/^This document has a newer version\./);
    expect((await desk.open(deed.token)).pages[0]?.signed).toBeNull();
  });
});

describe('a witness', () => {
  test('is no party, gives a name, address and occupation, attests to being present, and saw what was signed', async () => {
    const deed = await sentDeed();
    const { token } = deed;
    await submit(deed);
    const refusals = [
      [{ name: 'Doe, Jane' }, 'Doe, Jane is a party to this document. A witness must be someone else.'],
      [{ name: 'ALPHA CORP' }, 'ALPHA CORP is a party to this document. A witness must be someone else.'],
      [{ name: ' ' }, 'Enter the witness’s name.'],
      [{ address: '' }, 'Enter the witness’s address.'],
      [{ occupation: '' }, 'Enter the witness’s occupation.'],
      [
        { is_present: false },
        'The witness must confirm that they were physically present when the page was signed.',
      ],
      [{ style: 'drawn' }, 'Draw the witness’s signature.'],
    ] as const;
    for (const [more, sentence] of refusals) expect(said(await witness(token, more))).toBe(sentence);
    const [page] = (await desk.open(token)).pages;
    const other = [{ uuid: page?.uuid, sha256: page?.sha256 }];
    expect(said(await witness(token, { pages: other }))).toMatch(/^The page has changed since/);
    expect((await desk.open(token)).pages[0]?.witness?.name).toBeNull();
    expect((await witness(token)).status).toBe(200);
  });

  test('finds nothing with a code that has expired or was replaced, or once the packet has ended', async () => {
    const deed = await sentDeed();
    await submit(deed);
    const codeOf = async () => (await desk.act(deed.token, 'witness_code')).body.code;
    const replaced = await codeOf();
    const old = await codeOf();
    expect((await visitor.post('/signing/witness', { code: replaced })).status).toBe(422);
    const { db } = server.services;
    await db
      .updateTable('witness_codes')
      .set({ expires_at: new Date(0) })
      .where('packet', '=', deed.packet)
      .execute();
    expect((await visitor.post('/signing/witness', { code: old })).status).toBe(422);
    const { token } = (await visitor.post('/signing/witness', { code: await codeOf() })).body;
    await desk.act(deed.token, 'decline', { reason: 'Not now.' });
    expect((await visitor.get(`/signing/${token}`)).body.state).toBe('witness_ended');
  });

  test('is also needed for a page that only asks for one, which is signed without the whole document', async () => {
    const { token, assignment } = await sentWitnessed();
    const signed = await desk.act(token, 'sign', { pages: shownIn(await desk.open(token)) });
    expect(signed.status, signed.text).toBe(200);
    expect((await desk.act(token, 'finish')).status).toBe(422);
    await witness(token);
    await desk.act(token, 'finish');
    expect((await client.post(`/assignments/assignment/${assignment}/accept`, {})).status).toBe(200);
  });

  test('witnesses only pages that are signed with the whole document, if the organization signs that way', async () => {
    const { db } = server.services;
    const { organization } = (await client.get('/authentication/user/me')).body;
    const set = async (mercury_signings: boolean) =>
      db.updateTable('organizations').set({ mercury_signings }).where('uuid', '=', organization).execute();
    await set(true);
    const { token } = await sentWitnessed();
    await set(false);
    const refused = await desk.act(token, 'sign', { pages: shownIn(await desk.open(token)) });
    expect(said(refused)).toMatch(/^“Lease” can’t be signed on its signature page alone/);
  });
});

test('a signature isn’t accepted without a witness if its document became a deed while the packet was out', async () => {
  const { token, item, assignment } = await sentDeed({});
  await desk.act(token, 'sign', { pages: shownIn(await desk.open(token)) });
  await desk.act(token, 'finish');
  await client.patch(`/transactions/item/${item}`, { is_deed: true });
  const refused = await client.post(`/assignments/assignment/${assignment}/accept`, {});
  expect(refused.status).toBe(422);
  expect(said(refused)).toBe(
    'The signature on “Lease” needs a witness, but nobody witnessed it. Reject it to have the page signed again.',
  );
});

test('the evidence shows that a witness was replaced, even if the trigger that forbids it was bypassed', async () => {
  const deed = await sentDeed();
  await submit(deed);
  await witness(deed.token);
  await desk.act(deed.token, 'finish');
  const { db } = server.services;
  const rename = db
    .updateTable('packet_witnesses')
    .set({ name: 'Max Roe' })
    .where('packet', '=', deed.packet);
  await expect(rename.execute()).rejects.toThrow('never changed');
  await sql`alter table packet_witnesses disable trigger packet_witnesses_append_only`.execute(db);
  await rename.execute();
  await sql`alter table packet_witnesses enable trigger packet_witnesses_append_only`.execute(db);
  await expect(verifyEvidence(server.services, deed.packet)).rejects.toThrow(
    /witness of page 1 isn’t the one that the record names/i,
  );
});

/** Sends a document that isn’t a deed but whose signature needs a witness. */
async function sentWitnessed() {
  numWitnessed += 1;
  const email = `jane.witnessed.${numWitnessed}@alpha.test`;
  const { filed: item, document } = await addFiledItem(server, client, team.deal);
  await giveFile(document, FINAL);
  const jane = await team.person('Jane Doe', { email });
  const { uuid: assignment } = await team.assign(item, jane);
  await client.patch(`/assignments/assignment/${assignment}`, { requires_witness: true });
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, email);
  const { consent } = await desk.open(token);
  await desk.act(token, 'consent', { version: consent.version });
  await desk.act(token, 'adopt', { name: 'Jane Doe', style: 'caveat' });
  return { token, assignment };
}
