import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { seePdf } from '../../support/open-pdfium.ts';
import { addParticipant } from '../support/test-server.ts';
import { printPacket, scanAll, uploadScan } from '../signing/packets/returned-scans.ts';
import { client, closing, desk, openSigning, server, team } from '../signing/open-signing.ts';
import { releaseItems } from './release-items.ts';
import { accept, acceptSeen, bringBack, lease, lookAt, match, rowOf, uploadPages } from './uploaded-pages.ts';

openSigning();

describe('a sheet that is added after a signed page', () => {
  test('has to be matched again if that page loses its match or is replaced by another scan', async () => {
    const { signature } = await lease();
    const [signed, sheet, again] = await bringBack(['Jane signed', 'Notary', 'Jane signed, rescanned']);
    const attach = async () => {
      await match(signed, { assignments: [signature] });
      const attached = await match(sheet, { behind: signed });
      expect(attached.body, attached.text).toMatchObject({ outcome: 'continuation' });
    };
    const unmatched = { outcome: 'unmatched', match: 'none', confidence: null, candidates: [] };
    await attach();
    await match(signed, { assignments: [] });
    expect(await rowOf(sheet)).toMatchObject(unmatched);
    await attach();
    await match(again, { assignments: [signature] });
    expect(await rowOf(sheet)).toMatchObject(unmatched);
    const refused = await match(sheet, { behind: signed });
    expect([refused.status, refused.body.error_message]).toEqual([
      422,
      'A page can only be added behind a page whose signatures are awaiting acceptance.',
    ]);
  });

  test('replaces the notary acknowledgment page for as long as it is there', async () => {
    const { item, signature } = await lease();
    await client.patch(`/assignments/assignment/${signature}`, { requires_notary: true });
    const row = (await team.list('/assignments/assignment')).find(({ uuid }) => uuid === signature);
    const packet = await desk.make(team, { signatories: [row?.['signatory']] });
    const [printed] = await printPacket(client, packet);
    const { pages } = await uploadScan(client, team.deal, await scanAll([printed!]));
    const signed = pages[0].uuid;
    const warnings = async () => (await rowOf(signed))?.['warnings'];
    await expect.poll(warnings).toEqual(expect.not.arrayContaining(['not_compared']));
    expect(await warnings()).toContain('missing_sheet');

    const [form] = await bringBack(['Certificate of the notary']);
    const other = (await team.assign(await team.item('Side letter'), await team.person('John Roe'))).uuid;
    for (const removal of [{ assignments: [] }, { set_aside: true }, { assignments: [other] }]) {
      expect((await match(form, { behind: signed })).status).toBe(200);
      expect(await warnings()).not.toContain('missing_sheet');
      expect((await match(form, removal)).status).toBe(200);
      expect(await warnings(), JSON.stringify(removal)).toContain('missing_sheet');
    }
    await match(form, { behind: signed });
    const accepted = await accept(signature, [signed, form]);
    expect(accepted.status, accepted.text).toBe(200);
    await releaseItems(server, team.deal, [item]);
    const texts = (await seePdf((await closing.collated(item)).pdf)).map(({ text }) => text.trim());
    // The signed page is a scan without text.
    expect(texts).toEqual(['Lease, page 1', '', 'Certificate of the notary', 'Lease, page 3']);
  });

  test('replaces it only for the signatures on that page', async () => {
    const { item, page } = await closing.lease('Lease');
    const jane = await team.person('Jane Doe');
    const signatures: string[] = [];
    for (const name of ['Alpha LLC', 'Beta LLC']) {
      const entity = await team.entity(name);
      const by = { auth_rep: await team.relation(entity, jane), item_page_uuid: page };
      const { uuid } = await team.assign(item, entity, by);
      await client.patch(`/assignments/assignment/${uuid}`, { requires_notary: true });
      signatures.push(uuid);
    }
    await printPacket(client, await desk.make(team, { signatories: [jane] }));
    // She signed two copies of the page, one for each company.
    const [alpha, beta, form] = await bringBack(['For Alpha', 'For Beta', 'Certificate for Alpha']);
    const matchBoth = async () => {
      for (const [at, signed] of [alpha, beta].entries())
        expect((await match(signed, { assignments: [signatures[at]] })).status).toBe(200);
    };
    const isMissing = async () => {
      const warnings = (await Promise.all([alpha, beta].map(rowOf))).map((row) => row?.['warnings']);
      return warnings.map((each) => Array.isArray(each) && each.includes('missing_sheet'));
    };
    await matchBoth();
    expect(await isMissing()).toEqual([true, true]);
    await match(form, { behind: alpha });
    expect(await isMissing()).toEqual([false, true]);
    await matchBoth();
    expect(await isMissing()).toEqual([false, true]);
  });

  test('can’t be matched to another signature or deleted with its file once that page is accepted', async () => {
    const { signature } = await lease();
    const other = (await team.assign(await team.item('Side letter'), await team.person('John Roe'))).uuid;
    const [signed] = await bringBack(['Jane signed']);
    const { file, pages } = await uploadPages(['Notary']);
    const [sheet] = pages;
    await match(signed, { assignments: [signature] });
    await match(sheet, { behind: signed });
    expect((await accept(signature, [signed, sheet])).status).toBe(200);
    const before = await rowOf(sheet);
    const matched = await match(sheet, { assignments: [other] });
    expect([matched.status, matched.body.error_message]).toEqual([
      422,
      'A signature on this page has already been accepted. Reject it first.',
    ]);
    const deleted = await client.delete(`/transactions/executed_document/${file}`);
    expect([deleted.status, deleted.body.error_message]).toEqual([
      422,
      'Signatures in this file were accepted. Reject them on their packet’s page, then delete the file.',
    ]);
    expect(await rowOf(sheet)).toEqual(before);
  });

  test('changes that page if it is removed, so that nobody accepts the page based on the previous version', async () => {
    const { signature } = await lease();
    const other = (await team.assign(await team.item('Side letter'), await team.person('John Roe'))).uuid;
    const [signed] = await bringBack(['Jane signed']);
    const { file, pages } = await uploadPages(['Notary']);
    const [sheet] = pages;
    await match(signed, { assignments: [signature] });
    const removals = {
      'no match': async () => match(sheet, { assignments: [] }),
      'set aside': async () => match(sheet, { set_aside: true }),
      'matched to another signature': async () => match(sheet, { assignments: [other] }),
      deleted: async () => client.delete(`/transactions/executed_document/${file}`),
    };
    for (const [removal, remove] of Object.entries(removals)) {
      await match(sheet, { behind: signed });
      const seen = await lookAt([signed, sheet]);
      await remove();
      const refused = await acceptSeen(signature, seen);
      expect([refused.status, refused.body.code], removal).toEqual([409, 'changed_meanwhile']);
    }
    expect((await accept(signature, [signed])).status).toBe(200);
  });

  test('is visible to the person who adds it, like the signed page', async () => {
    const { signature } = await lease();
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const counsel = await server.signIn('counsel@outside.test');
    const [signed] = await bringBack(['Jane signed']);
    await match(signed, { assignments: [signature] });
    const [sheet] = await bringBack(['Notary'], counsel);
    for (const by of [client, counsel])
      expect((await match(sheet, { behind: signed }, by)).status, 'neither sees both').toBe(403);
    expect(await rowOf(sheet)).toMatchObject({ outcome: 'no_code' });
  });
});

describe('a returned file that was deleted', () => {
  const restore = async (file: string, by = client) =>
    by.post(`/transactions/transaction/${team.deal}/restore`, { kind: 'executed_document', uuid: file });

  test('is read to the end if it was deleted during reading', async () => {
    const { file } = await uploadPages(['One', 'Two']);
    const { db } = server.services;
    await db.deleteFrom('executed_document_pages').where('executed_document', '=', file).execute();
    await db
      .updateTable('executed_documents')
      .set({ status: 'processing', num_pages: null, num_read: 0 })
      .where('uuid', '=', file)
      .execute();
    await client.delete(`/transactions/executed_document/${file}`);
    await restore(file);
    await expect.poll(async () => (await team.list('/transactions/executed_document_page')).length).toBe(2);
  });
});

test('signatures on pages with similar text are suggested first for a page without a code, but none is matched', async () => {
  const jane = await team.person('Jane Doe', { email: 'jane@alpha.test' });
  const signatures: string[] = [];
  for (const name of ['Share Purchase Agreement', 'Escrow Agreement'])
    signatures.push((await team.assign(await team.item(name), jane)).uuid);
  const packet = await desk.make(team, { signatories: [jane] });
  const [, escrow] = await printPacket(client, packet);
  // The text as recognized by a scanner, with the codes covered.
  const words = (escrow?.text ?? '').replaceAll(/CP-|[A-Z2-7]{8,}/g, '').replaceAll(/[^ -~]+/g, ' ');
  const pdf = await PDFDocument.create();
  const lines = words.match(/.{1,80}/g) ?? [];
  pdf.addPage([612, 792]).drawText(lines.join('\n'), { x: 40, y: 700, size: 12 });
  pdf.addPage([612, 792]).drawText('Recipe for a cheesecake', { x: 40, y: 700, size: 40 });
  const { pages } = await uploadScan(client, team.deal, await pdf.save());
  expect(pages[0]).toMatchObject({ assignments: [], match: 'none', outcome: 'no_code', candidates: [] });
  expect(pages[0].similar_signatures[0]).toBe(signatures[1]);
  expect(pages[1]).toMatchObject({ outcome: 'no_code', similar_signatures: [] });
});
