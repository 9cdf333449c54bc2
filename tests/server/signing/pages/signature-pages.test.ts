import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { sweepPagePdfs } from '../../../../server/commands/signing/signature-page-pdf.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import type { Answer } from '../../support/test-client.ts';
import { downloadsIn } from '../../support/audit-rows.ts';
import { openDeal } from '../deal-team.ts';
import { client, openSigning, server, team } from '../open-signing.ts';

openSigning({ role: 'web' });

const pdfOf = async (page: string, query = ''): Promise<Answer> =>
  client.get(`/transactions/signature_page/${page}/pdf${query}`);

/** Returns the text of each page of the PDF that a response leads to. */
async function textOf(answer: Answer): Promise<string[]> {
  expect(answer.status, answer.text).toBe(302);
  const file = await fetch(answer.body.redirect_url);
  expect(file.headers.get('content-type')).toBe('application/pdf');
  const pages = await seePdf(new Uint8Array(await file.arrayBuffer()), 1);
  return pages.map(({ text }) => text);
}

test('with consolidation, everything that a person signs in a document is on one page', async () => {
  const [spa, jane, kim] = [await team.item('SPA'), await team.person('Jane'), await team.person('Kim')];
  const funds = [await team.entity('Fund One'), await team.entity('Fund Two')];
  for (const fund of funds) await team.relation(fund, jane);
  const first = await team.assign(spa, jane);
  const path = `/transactions/signature_page/${first.item_page_uuid}`;
  expect((await client.patch(path, { consolidate_signer: true })).status).toBe(200);
  const pageOf = async (item: string, signatory: string) =>
    (await team.assign(item, signatory)).item_page_uuid;
  expect(await pageOf(spa, funds[0] ?? '')).toBe(first.item_page_uuid);
  expect(await pageOf(spa, kim)).not.toBe(first.item_page_uuid);
  // A new document's pages look like the deal's newest page. Signatures that are assigned together share a page, too.
  const lease = await team.item('Lease');
  const assigned = await client.post('/assignments/assignment/bulk_create', {
    transaction: team.deal,
    assignments: [...funds, kim].map((signatory) => ({ item: lease, signatory })),
  });
  expect(assigned.status, assigned.text).toBe(201);
  const [one, two, ofKim] = assigned.body.map(({ item_page_uuid: page }: { item_page_uuid: string }) => page);
  expect(two).toBe(one);
  expect(ofKim).not.toBe(one);
  // What was sent stays as it is.
  await team.status(first.uuid, 'sent');
  expect(await pageOf(spa, funds[1] ?? '')).not.toBe(first.item_page_uuid);
});

describe('signatures that move to another page', () => {
  const move = async (moves: { uuid: string; item_page_uuid: string }[]) =>
    client.post('/assignments/assignment/bulk_move', { transaction: team.deal, moves });
  const pages = async () => (await team.list('/transactions/signature_page')).map(({ uuid }) => uuid);
  const pageOf = (answer: Answer) =>
    answer.body.map(({ item_page_uuid }: { item_page_uuid: string }) => item_page_uuid);

  test('keep what was set for them, and leave no page without signers; moving back restores the page', async () => {
    const [spa, jane] = [await team.item('SPA'), await team.person('Jane')];
    const own = await team.assign(spa, jane);
    const other = await team.assign(spa, await team.entity('Fund'));
    const path = `/assignments/assignment/${other.uuid}`;
    expect((await client.patch(path, { header: 'BORROWER:' })).status).toBe(200);
    const there = await move([{ uuid: other.uuid, item_page_uuid: own.item_page_uuid }]);
    expect(there.body).toMatchObject([{ item_page_uuid: own.item_page_uuid, header: 'BORROWER:' }]);
    expect(await pages()).toEqual([own.item_page_uuid]);
    const back = await move([{ uuid: other.uuid, item_page_uuid: other.item_page_uuid }]);
    expect(pageOf(back)).toEqual([other.item_page_uuid]);
    expect((await pages()).toSorted()).toEqual([own.item_page_uuid, other.item_page_uuid].toSorted());
  });

  test('stay where they are if something was sent, or the page is another document’s, without an error', async () => {
    const [spa, lease] = [await team.item('SPA'), await team.item('Lease')];
    const [jane, kim] = [await team.person('Jane'), await team.person('Kim')];
    const [own, sent, elsewhere] = [
      await team.assign(spa, jane),
      await team.assign(spa, kim),
      await team.assign(lease, jane),
    ];
    await team.status(sent.uuid, 'sent');
    const gone = await team.assign(spa, await team.person('Bo'));
    await client.delete(`/assignments/assignment/${gone.uuid}`);
    const moved = await move([
      { uuid: gone.uuid, item_page_uuid: own.item_page_uuid },
      { uuid: sent.uuid, item_page_uuid: own.item_page_uuid },
      { uuid: own.uuid, item_page_uuid: sent.item_page_uuid },
      { uuid: elsewhere.uuid, item_page_uuid: own.item_page_uuid },
    ]);
    expect(moved.status, moved.text).toBe(200);
    const places = new Map(
      moved.body.map((row: { uuid: string; item_page_uuid: string }) => [row.uuid, row.item_page_uuid]),
    );
    for (const row of [own, sent, elsewhere]) expect(places.get(row.uuid)).toBe(row.item_page_uuid);
    expect(await pages()).toHaveLength(3);
  });

  test('stay where they are if the pages look different by now, or the other one was deleted with its signatures', async () => {
    const [spa, jane] = [await team.item('SPA'), await team.person('Jane')];
    const own = await team.assign(spa, jane);
    const other = await team.assign(spa, await team.entity('Fund'));
    const path = `/transactions/signature_page/${own.item_page_uuid}`;
    await client.patch(path, { margins: 'narrow' });
    const there = [{ uuid: other.uuid, item_page_uuid: own.item_page_uuid }];
    expect(pageOf(await move(there))).toEqual([other.item_page_uuid]);
    await client.patch(path, { margins: 'regular' });
    await client.delete(path);
    expect(pageOf(await move(there))).toEqual([other.item_page_uuid]);
    expect(await pages()).toEqual([other.item_page_uuid]);
  });
});

test('a generated page that was sent gets no more signatures, even if a request names it', async () => {
  const [spa, jane] = [await team.item('SPA'), await team.person('Jane')];
  const funds = [await team.entity('Fund One'), await team.entity('Fund Two')];
  for (const fund of funds) await team.relation(fund, jane);
  const first = await team.assign(spa, jane);
  const page = { item_page_uuid: first.item_page_uuid };
  await client.patch(`/transactions/signature_page/${first.item_page_uuid}`, { consolidate_signer: true });
  // Nothing was sent yet, so the page can be shared, even with somebody else.
  const kim = await team.assign(spa, await team.person('Kim'), page);
  expect(kim.item_page_uuid).toBe(first.item_page_uuid);
  await team.status(first.uuid, 'sent');
  // Devices may not know yet that it was sent. What one person signs is still on one page.
  const assigned = await client.post('/assignments/assignment/bulk_create', {
    transaction: team.deal,
    assignments: [...funds, jane].map((signatory) => ({ item: spa, signatory, ...page })),
  });
  expect(assigned.status, assigned.text).toBe(201);
  const [one, two, existing] = assigned.body;
  expect(one.item_page_uuid).not.toBe(first.item_page_uuid);
  expect(two.item_page_uuid).toBe(one.item_page_uuid);
  expect(existing).toMatchObject({ uuid: first.uuid, ...page });
  // A signature that is void doesn't count.
  await team.status(first.uuid, 'cancelled');
  const bo = await team.assign(spa, await team.person('Bo'), page);
  expect(bo.item_page_uuid).toBe(first.item_page_uuid);
});

describe('a generated page', () => {
  test('has the default design', async () => {
    await team.assign(await team.item('SPA'), await team.person('Jane'));
    expect(await team.list('/transactions/signature_page')).toMatchObject([
      {
        type: 'instapagev2',
        design_version: 1,
        margins: 'regular',
        font: 'times_new_roman',
        font_size: 12,
        consolidate_signer: false,
        blocks: [{ kind: 'lead_in' }, { kind: 'signature' }, { kind: 'footer' }],
        signature_page_type: null,
        legacy: null,
      },
    ]);
  });

  test('keeps unknown properties of an earlier product, with the defaults filled in', async () => {
    const { item_page_uuid: page } = await team.assign(await team.item('SPA'), await team.person('Jane'));
    await server.services.db
      .updateTable('signature_pages')
      .set({ legacy: JSON.stringify({ label: 'Old', items_config: { one: { include_attachments: true } } }) })
      .where('uuid', '=', page)
      .execute();
    expect(await team.list('/transactions/signature_page')).toMatchObject([
      {
        legacy: {
          label: 'Old',
          items_config: { one: { include_attachments: true, include_executed_pages: true } },
        },
      },
    ]);
  });
});

describe('a page that is read by itself', () => {
  test('has its assignments, and no others, although the rows that devices mirror don’t', async () => {
    const item = await team.item('SPA');
    const { item_page_uuid: page, uuid: first } = await team.assign(item, await team.person('Jane'));
    const { uuid: second } = await team.assign(item, await team.person('Bo'), { item_page_uuid: page });
    const { uuid: gone } = await team.assign(item, await team.person('Ann'), { item_page_uuid: page });
    await client.delete(`/assignments/assignment/${gone}`);
    await team.assign(await team.item('NDA'), await team.person('Cy'));
    const { status, body } = await client.get(`/transactions/signature_page/${page}`);
    expect(status).toBe(200);
    const { body: changes } = await client.get(`/transactions/transaction/${team.deal}/changes`);
    const { assignments, ...own } = body;
    const isOfPage = ({ uuid }: { uuid: string }) => uuid === first || uuid === second;
    expect(assignments).toEqual(changes.puts.assignments.filter(isOfPage));
    expect(assignments).toHaveLength(2);
    expect(changes.puts.signature_pages).toContainEqual(own);
    expect(await team.list('/transactions/signature_page')).toContainEqual(own);
  });

  test('is not found once it was deleted', async () => {
    const { item_page_uuid: page } = await team.assign(await team.item('SPA'), await team.person('Jane'));
    await client.delete(`/transactions/signature_page/${page}`);
    expect((await client.get(`/transactions/signature_page/${page}`)).status).toBe(404);
  });
});

describe('the design of a page', () => {
  const CHANGED = { id: 'lead-in', kind: 'lead_in', content: ['In witness whereof.'] };
  const edit = async (page: string, body: object, version?: number) =>
    client.patch(`/transactions/signature_page/${page}`, body, {
      headers: version === undefined ? {} : { 'x-base-version': String(version) },
    });
  const open = async () => {
    const { item_page_uuid: uuid } = await team.assign(await team.item('SPA'), await team.person('Jane'));
    const [page] = await team.list('/transactions/signature_page');
    return { uuid, version: Number(page?.['version']) };
  };

  test('changes without changing its other blocks', async () => {
    const { uuid } = await open();
    const answer = await edit(uuid, {
      margins: 'wide',
      font_size: 11,
      blocks: [CHANGED],
      removed_blocks: ['x'],
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      margins: 'wide',
      font_size: 11,
      font: 'times_new_roman',
      blocks: [{ id: 'lead-in', content: ['In witness whereof.'] }, { id: 'signature' }, { id: 'footer' }],
    });
    expect((await textOf(await pdfOf(uuid)))[0]).toContain('In witness whereof.');
    const removed = await edit(uuid, { removed_blocks: ['footer'] });
    expect(removed.body.blocks.map(({ id }: { id: string }) => id)).toEqual(['lead-in', 'signature']);
  });

  test('applies to pages that are added later, without the text', async () => {
    const { uuid } = await open();
    const signature = { id: 'signature', kind: 'signature', auth_rep_alignment: 'left' };
    const blocks = [CHANGED, signature];
    expect((await edit(uuid, { font: 'arial', blocks })).status).toBe(200);
    const later = await team.assign(await team.item('NDA'), await team.person('Bo'));
    const pages = await team.list('/transactions/signature_page');
    expect(pages.find((page) => page.uuid === later.item_page_uuid)).toMatchObject({
      font: 'arial',
      blocks: [
        { id: 'lead-in', content: [expect.stringContaining('IN WITNESS WHEREOF')] },
        { id: 'signature', auth_rep_alignment: 'left' },
        { id: 'footer' },
      ],
    });
  });

  const colleague = async (page: string, version: number) => {
    const other = await server.signIn('colleague@firm.test');
    const { uuid } = (await other.get('/authentication/user/me')).body;
    await client.post('/transactions/participant', { transaction_uuid: team.deal, user_uuid: uuid });
    return async (blocks: object[]) =>
      other.patch(
        `/transactions/signature_page/${page}`,
        { blocks },
        { headers: { 'x-base-version': String(version) } },
      );
  };

  test('merges by block: two people can edit one page, but not the same block', async () => {
    const { uuid, version } = await open();
    const others = await colleague(uuid, version);
    const mine = await others([{ id: 'footer', kind: 'footer', content: ['Page'] }]);
    expect(mine.status, mine.text).toBe(200);
    expect((await edit(uuid, { blocks: [CHANGED], font: 'arial' }, version)).status).toBe(200);
    const clash = await edit(
      uuid,
      { blocks: [{ id: 'footer', kind: 'footer', content: ['Mine'] }] },
      version,
    );
    expect([clash.status, clash.body.fields]).toEqual([409, ['blocks']]);
    expect(clash.body.current.blocks[0].content).toEqual(['In witness whereof.']);
  });

  test('merges a move of a block with an edit of it, but not two moves', async () => {
    const { uuid, version } = await open();
    const others = await colleague(uuid, version);
    const grid = { x: 0, y: 4, w: 12, h: 1 };
    const moved = await others([{ id: 'signature', grid }]);
    expect(moved.status, moved.text).toBe(200);
    const look = { id: 'signature', kind: 'signature', auth_rep_alignment: 'left' };
    const merged = await edit(uuid, { blocks: [look] }, version);
    expect(merged.status, merged.text).toBe(200);
    expect(merged.body.blocks).toMatchObject([
      { id: 'lead-in' },
      { id: 'signature', auth_rep_alignment: 'left', grid },
      { id: 'footer' },
    ]);
    const clash = await edit(uuid, { blocks: [{ id: 'signature', grid: { ...grid, y: 5 } }] }, version);
    expect([clash.status, clash.body.fields]).toEqual([409, ['blocks']]);
    // Earlier versions of the app send whole blocks, which conflict with either change.
    const whole = [{ ...look, auth_rep_alignment: 'indent', grid: { ...grid, y: 6 } }];
    expect((await edit(uuid, { blocks: whole }, version)).status).toBe(409);
    expect((await others(whole)).status).toBe(409);
  });

  test('can’t be changed if it is from a newer version or the page belongs to a file', async () => {
    const { uuid } = await open();
    const newer = { id: 'signature', kind: 'signature', design_version: 2 };
    const answer = await edit(uuid, { blocks: [newer] });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('newer version')]);
    await server.services.db
      .updateTable('signature_pages')
      .set({ source: 'file' })
      .where('uuid', '=', uuid)
      .execute();
    expect((await edit(uuid, { font: 'arial' })).status).toBe(422);
    expect((await pdfOf(uuid)).status).toBe(422);
  });
});

describe('the PDF of a page', () => {
  test('has sheets for each signer, with their chain, or only those of one assignment', async () => {
    const [fund, partner, jane, bo] = [
      await team.entity('Alder Fund, L.P.'),
      await team.entity('Alder GP, LLC'),
      await team.person('Jane Doe'),
      await team.person('Bo Lind'),
    ];
    const item = await team.item('Purchase Agreement');
    await team.relation(fund, partner, 'general partner');
    const auth_rep = await team.relation(partner, jane, 'Manager');
    const { item_page_uuid } = await team.assign(item, fund, { auth_rep });
    const second = await team.assign(item, bo, { item_page_uuid });
    const sheets = await textOf(await pdfOf(item_page_uuid));
    expect(sheets).toHaveLength(2);
    expect(sheets[0]).toMatch(/ALDER FUND, L\.P\.[^]*By: Alder GP, LLC[^]*Name: Jane Doe[^]*Title: Manager/u);
    expect(sheets[1]).toContain('Bo Lind');
    expect(await textOf(await pdfOf(item_page_uuid, `?assignment=${second.uuid}`))).toEqual([sheets[1]]);
    expect((await pdfOf(item_page_uuid, `?assignment=${v7()}`)).status).toBe(404);
  });

  test('shows the page’s own text if nobody can sign it yet', async () => {
    const { item_page_uuid } = await team.assign(await team.item('SPA'), await team.entity('Shell Corp.'));
    const [sheet, ...others] = await textOf(await pdfOf(item_page_uuid));
    expect(others).toEqual([]);
    expect(sheet).toContain('[Signature Page to SPA]');
    expect(sheet).not.toContain('SHELL');
  });

  test('uses the document’s name for signature pages and the deal’s paper size', async () => {
    const item = await team.item('SPA (execution version)');
    await client.patch(`/transactions/item/${item}`, { name_alt: 'Share Deed', name_alt_enabled: true });
    await client.patch(`/transactions/transaction/${team.deal}`, { paper_size: 'a4' });
    const { item_page_uuid } = await team.assign(item, await team.person('Jane'));
    const answer = await pdfOf(item_page_uuid);
    expect((await textOf(answer))[0]).toContain('[Signature Page to Share Deed]');
    const bytes = new Uint8Array(await (await fetch(answer.body.redirect_url)).arrayBuffer());
    const [page] = await seePdf(bytes, 1);
    expect([page?.width, page?.height].map((length) => Math.round(length ?? 0))).toEqual([595, 842]);
  });

  test('is refused for a design that a newer version saved', async () => {
    const { item_page_uuid: page } = await team.assign(await team.item('SPA'), await team.person('Jane'));
    await server.services.db
      .updateTable('signature_pages')
      .set({ design_version: 2 })
      .where('uuid', '=', page)
      .execute();
    const answer = await pdfOf(page);
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('newer version')]);
    expect(await team.list('/transactions/signature_page')).toMatchObject([{ design_version: 2 }]);
  });

  test('is recorded in the audit log, with the signature it was limited to', async () => {
    const { item_page_uuid: page, uuid: assignment } = await team.assign(
      await team.item('SPA'),
      await team.person('Jane'),
    );
    await textOf(await pdfOf(page));
    await textOf(await pdfOf(page, `?assignment=${assignment}`));
    await pdfOf(v7());
    const { body: me } = await client.get('/authentication/user/me');
    const about = { act: 'file.downloaded', actor: me.uuid, subject: page, address: '127.0.0.1' };
    expect(await downloadsIn(server, team.deal)).toMatchObject([
      { ...about, detail: {} },
      { ...about, detail: { assignment } },
    ]);
  });

  test('is removed a day after it was made', async () => {
    const { item_page_uuid } = await team.assign(await team.item('SPA'), await team.person('Jane'));
    await textOf(await pdfOf(item_page_uuid));
    const stored = async () => {
      const keys: string[] = [];
      for await (const { key } of server.services.objects.list('page-pdfs/')) keys.push(key);
      return keys;
    };
    expect(await stored()).not.toEqual([]);
    await sweepPagePdfs({ ...server.services, now: () => new Date(Date.now() + 2 * 86_400_000) });
    expect(await stored()).toEqual([]);
  });
});

describe('a page that nobody signs yet', () => {
  const PATH = '/transactions/signature_page';

  test('is added at the end of its document, with the look that is sent', async () => {
    const item = await team.item('SPA');
    const { item_page_uuid: first } = await team.assign(item, await team.person('Jane'));
    const { status, body } = await client.post(PATH, { item, margins: 'wide' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      item,
      order: 1,
      margins: 'wide',
      font: 'times_new_roman',
      source: 'generated',
    });
    expect((await client.delete(`${PATH}/${first}`)).status).toBe(204);
    expect(await team.list(PATH)).toMatchObject([{ uuid: body.uuid, order: 0 }]);
    expect(await team.list('/assignments/assignment')).toEqual([]);
  });

  test('is signed by the next signatory, and another page is generated for the one after that', async () => {
    const item = await team.item('SPA');
    const { uuid } = (await client.post(PATH, { item })).body;
    expect((await team.assign(item, await team.person('Jane'))).item_page_uuid).toBe(uuid);
    expect((await team.assign(item, await team.person('John'))).item_page_uuid).not.toBe(uuid);
  });

  test('is added to new documents to be signed if the organization wants that', async () => {
    const admin = await server.signIn('admin@firm.test');
    const { organization } = (await admin.get('/authentication/user/me')).body;
    const setAutomatic = async (auto_signature_pages: boolean) =>
      admin.patch(`/authentication/organization/${organization}`, { auto_signature_pages });
    await setAutomatic(true);
    const item = await team.item('SPA');
    await client.post('/transactions/item', { transaction: team.deal, name: 'Memo' });
    await setAutomatic(false);
    await team.item('NDA');
    expect(await team.list(PATH)).toMatchObject([{ item, blocks: [{ kind: 'lead_in' }, {}, {}] }]);
  });

  test('is not deleted once it was sent', async () => {
    const { uuid, item_page_uuid } = await team.assign(await team.item('SPA'), await team.person('Jane'));
    await team.status(uuid, 'sent');
    const { status, body } = await client.delete(`${PATH}/${item_page_uuid}`);
    expect(status).toBe(422);
    expect(body.error_message).toContain('This page can’t be deleted');
  });

  test('is copied to other documents with its design, without its signers', async () => {
    const { item_page_uuid: page } = await team.assign(await team.item('SPA'), await team.person('Jane'));
    await client.patch(`${PATH}/${page}`, { font: 'arial', removed_blocks: ['lead-in'] });
    const [escrow, lease] = [await team.item('Escrow'), await team.item('Lease')];
    const own = v7();
    const { status, body } = await client.post(`${PATH}/${page}/copy`, {
      items: [escrow, { item: lease, uuid: own }],
    });
    expect(status).toBe(201);
    const copied = { font: 'arial', blocks: [{ kind: 'signature' }, { kind: 'footer' }] };
    expect(body).toMatchObject([
      { item: escrow, ...copied },
      { item: lease, uuid: own, ...copied },
    ]);
    expect(await team.list('/assignments/assignment')).toHaveLength(1);
    const elsewhere = await (await openDeal(server, client)).item('SPA');
    expect((await client.post(`${PATH}/${page}/copy`, { items: [elsewhere] })).status).toBe(404);
  });
});
