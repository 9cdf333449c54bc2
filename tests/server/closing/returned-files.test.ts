import { describe, expect, test } from 'vitest';
import { seePdf } from '../../support/open-pdfium.ts';
import { addParticipant } from '../support/test-server.ts';
import { client, closing, openSigning, server, team } from '../signing/open-signing.ts';
import { releaseItems } from './release-items.ts';
import { accept, bringBack, lease, match, rowOf, uploadPages } from './uploaded-pages.ts';

openSigning();

describe('a sheet that is added after a signed page', () => {
  test('is accepted with that page, and comes right after it in the executed document', async () => {
    const { item, signature } = await lease();
    // The added sheet arrived before the signed page.
    const [second] = await bringBack(['Apostille']);
    const [signed, first] = await bringBack(['Jane signed', 'Notary']);
    await match(signed, { assignments: [signature] });
    for (const sheet of [first, second])
      expect((await match(sheet, { behind: signed })).body).toMatchObject({
        assignments: [],
        match: 'hand',
        outcome: 'continuation',
        candidates: [signature],
      });

    expect((await accept(signature, [signed, first])).status).toBe(422);
    const accepted = await accept(signature, [signed, first, second]);
    expect(accepted.status, accepted.text).toBe(200);
    const sentence = 'A signature on this page has already been accepted. Reject it first.';
    for (const change of [{ assignments: [] }, { set_aside: true }]) {
      const refused = await match(first, change);
      expect([refused.status, refused.body.error_message]).toEqual([422, sentence]);
    }
    const [late] = await bringBack(['Late']);
    const refused = await match(late, { behind: signed });
    expect([refused.status, refused.body.error_message]).toEqual([
      422,
      'A signature on that page has already been accepted. Reject it first.',
    ]);

    await releaseItems(server, team.deal, [item]);
    const pages = await seePdf((await closing.collated(item)).pdf);
    expect(pages.map(({ text }) => text)).toEqual([
      'Lease, page 1',
      'Jane signed',
      'Apostille',
      'Notary',
      'Lease, page 3',
    ]);
  });
});

describe('a returned file that was deleted', () => {
  const restore = async (file: string, by = client) =>
    by.post(`/transactions/transaction/${team.deal}/restore`, { kind: 'executed_document', uuid: file });
  const files = async () => (await team.list('/transactions/executed_document')).map(({ uuid }) => uuid);

  test('can be restored, and its pages are then matched again', async () => {
    const { signature } = await lease();
    const { file, pages } = await uploadPages(['Jane signed', 'Notary', 'A letter']);
    const [signed, sheet, letter] = pages;
    await match(signed, { assignments: [signature] });
    await match(sheet, { behind: signed });
    await match(letter, { set_aside: true });
    expect((await client.delete(`/transactions/executed_document/${file}`)).status).toBe(204);
    expect(await files()).toEqual([]);
    const { body: activity } = await client.get(`/transactions/transaction/${team.deal}/activity`);
    expect(activity.acts.at(-1)).toMatchObject({
      command: 'executedDocuments.delete',
      subjects: [{ kind: 'executed_document', uuid: file, name: 'Scan', op: 'delete' }],
    });

    const restored = await restore(file);
    expect(restored.status, restored.text).toBe(204);
    expect(await files()).toEqual([file]);
    expect(await team.list('/transactions/executed_document_page')).toMatchObject([
      { uuid: signed, assignments: [], match: 'none', outcome: 'unmatched', candidates: [signature] },
      { uuid: sheet, assignments: [], match: 'none', outcome: 'unmatched' },
      { uuid: letter, outcome: 'set_aside' },
    ]);
    const statusOf = async () =>
      (await team.list('/assignments/assignment')).find(({ uuid }) => uuid === signature)?.['status'];
    expect(await statusOf()).toBe('assigned');
    expect((await match(signed, { assignments: [signature] })).status).toBe(200);
    expect(await statusOf()).toBe('signed_pending_acceptance');
    expect((await restore(file)).status, 'again').toBe(204);
    expect(await rowOf(signed)).toMatchObject({ assignments: [signature] });
  });

  test('can’t be restored by an organization that couldn’t delete it', async () => {
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const counsel = await server.signIn('counsel@outside.test');
    const { file } = await uploadPages(['One']);
    await client.delete(`/transactions/executed_document/${file}`);
    expect((await restore(file, counsel)).status).toBe(403);
    expect(await files()).toEqual([]);
  });
});
