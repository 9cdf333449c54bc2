import { describe, expect, test } from 'vitest';
import { seePdf } from '../../../support/open-pdfium.ts';
import { client, desk, openSigning, team } from '../open-signing.ts';
import { FINAL, hashOf, said, sentDeed, shownIn, submit, witness } from './sent-deed.ts';

openSigning();

describe('a deed', () => {
  test('is signed together with the whole document before a witness, and the sealed PDF and the record name them', async () => {
    const deed = await sentDeed();
    const { packet, token, assignment, item } = deed;
    const { documents } = await desk.open(token);
    expect(documents).toMatchObject([{ uuid: item, is_whole: true }]);
    const submitted = await submit(deed);
    expect(submitted.status, submitted.text).toBe(200);
    const early = await desk.act(token, 'finish');
    expect(said(early)).toBe('Your witness hasn’t signed yet. You can finish once they have.');
    const witnessed = await witness(token);
    expect(witnessed.status, witnessed.text).toBe(200);
    expect(witnessed.body.pages[0].witness.name).toBe('Wanda Hall');
    expect((await desk.act(token, 'finish')).body.state).toBe('completed');
    await expect
      .poll(async () => (await client.get(`/packet?transaction=${team.deal}`)).body[0].latest_document)
      .toMatchObject({ is_signed: true });
    const [row] = await team.list('/packet');
    expect(row).toMatchObject({
      deed_package: {
        documents: [{ item, sha256: hashOf(FINAL) }],
        pages: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
      deed_submission_timestamp: expect.any(String),
    });
    const [listed] = await team.list('/assignments/assignment');
    expect(listed?.['deed_submission_audit_log']).toMatchObject([
      { kind: 'deed_submitted', document_sha256: hashOf(FINAL), witness: null },
      { kind: 'witnessed', document_sha256: null, witness: 'Wanda Hall' },
    ]);
    const file = await client.post(`/packet/${packet}/download`);
    const pdf = await fetch(file.body.redirect_url);
    const [page, certificate] = await seePdf(new Uint8Array(await pdf.arrayBuffer()), 1);
    expect(page?.text).toContain('Signed in the presence of:');
    for (const entry of ['Wanda Hall', '1 High Street, Leeds LS1 4DY', 'Teacher'])
      expect(page?.text).toContain(entry);
    expect(certificate?.text).toContain('Not a party.');
    const accepted = await client.post(`/assignments/assignment/${assignment}/accept`, {});
    expect(accepted.status, accepted.text).toBe(200);
  });

  test('without a document to read isn’t sent', async () => {
    const jane = await team.person('Jane Doe', { email: 'jane.nothing@alpha.test' });
    const item = await team.item('Deed of Gift');
    await client.patch(`/transactions/item/${item}`, { is_deed: true });
    await team.assign(item, jane);
    const packet = await desk.make(team, { signatories: [jane] });
    const refused = await client.post(`/packet/${packet}/send`, {});
    expect(refused.status).toBe(422);
    expect(said(refused)).toBe(
      '“Deed of Gift” can only be signed as a whole document, but there’s no document to read yet. Upload it, then send the packet.',
    );
  });
});

describe('a deal without acceptance whose document becomes a deed', () => {
  const edit = async (changes: object) => {
    const edited = await client.patch(`/transactions/transaction/${team.deal}`, changes);
    expect(edited.status, edited.text).toBe(200);
  };

  const statusOf = async (assignment: string) =>
    (await team.list('/assignments/assignment')).find(({ uuid }) => uuid === assignment)?.['status'];

  test('afterwards, a signature without a witness isn’t released', async () => {
    await edit({ requires_acceptance: false, release_confirmations: 1 });
    const { token, item, assignment } = await sentDeed({});
    await desk.act(token, 'sign', { pages: shownIn(await desk.open(token)) });
    await desk.act(token, 'finish');
    expect(await statusOf(assignment)).toBe('executed');
    await client.patch(`/transactions/item/${item}`, { is_deed: true });
    const path = '/transactions/release';
    const release = await client.post(path, { transaction: team.deal, assignments: [assignment] });
    await client.post(`${path}/${release.body.uuid}/confirm`, {});
    const refused = await client.post(`${path}/${release.body.uuid}/release`, {});
    expect(said(refused)).toBe(
      'The signature on “Lease” needs a witness, but nobody witnessed it. Reject it to have the page signed again.',
    );
    expect(await statusOf(assignment)).toBe('executed');
  });
});
