import { describe, expect, test } from 'vitest';
import { resumeCollations } from '../../../server/jobs/signing/resume-collations.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { printPacket } from '../signing/packets/returned-scans.ts';
import { client, closing, desk, openSigning, server, team } from '../signing/open-signing.ts';
import { releaseItems } from './release-items.ts';

openSigning();

describe('an executed document', () => {
  test('has a sheet with two of its signature pages once, in the place of the first', async () => {
    const { item, page } = await closing.lease('Lease');
    const first = await team.assign(item, await team.person('Jane Doe'), { item_page_uuid: page });
    const second = await closing.assignBehind(item, await team.person('John Roe'));
    await closing.signOnPaper([first.uuid, second.uuid], 'Scan of both pages');
    await releaseItems(server, team.deal, [item]);
    const pages = await seePdf((await closing.collated(item)).pdf);
    expect(pages.map(({ text }) => text)).toEqual(['Lease, page 1', 'Scan of both pages', 'Lease, page 3']);
  });

  test('has the effective date on such a sheet, whichever of the pages has the field for it', async () => {
    const { item, page } = await closing.lease('Lease');
    const jane = await team.person('Jane Doe', { email: 'jane@delta.test' });
    const john = await team.person('John Roe', { email: 'john@delta.test' });
    const first = await team.assign(item, jane, { item_page_uuid: page });
    const second = await closing.assignBehind(item, john);
    const field = { tab_type: 'effective_date', x_position: 0.5, y_position: 0.8, width: 0.3, height: 0.03 };
    await client.post('/tab', { assignment: first.uuid, ...field });
    for (const signatory of [jane, john])
      await printPacket(client, await desk.make(team, { signatories: [signatory] }));
    await closing.signOnPaper([first.uuid, second.uuid], 'Scan of both pages');
    await releaseItems(server, team.deal, [item], '2026-12-01');
    const pages = await seePdf((await closing.collated(item)).pdf);
    expect(pages[1]?.text).toContain('Scan of both pages');
    expect(pages[1]?.text).toContain('December 1, 2026');
  });

  test('has on each page the effective date of the release that included the page, or otherwise the document’s', async () => {
    const { item, page } = await closing.lease('Lease');
    const names = ['Jane Doe', 'John Roe', 'Kim Poe'] as const;
    const signed: string[] = [];
    const field = { tab_type: 'effective_date', x_position: 0.5, y_position: 0.8, width: 0.3, height: 0.03 };
    for (const name of names) {
      const { uuid } = await team.assign(item, await team.person(name), { item_page_uuid: page });
      await client.post('/tab', { assignment: uuid, ...field });
      await closing.signOnPaper(uuid, name);
      signed.push(uuid);
    }
    const { document } = (await client.get(`/transactions/item/${item}`)).body;
    await server.services.db
      .insertInto('signed_versions')
      .values(signed.map((assignment) => ({ assignment, transaction: team.deal, document })))
      .execute();
    await client.patch(`/transactions/transaction/${team.deal}`, { release_confirmations: 1 });
    const dates = ['2026-12-01', '2026-12-05', null];
    for (const [at, effective_date] of dates.entries()) {
      const release = { transaction: team.deal, assignments: [signed[at]], effective_date };
      const { uuid } = (await client.post('/transactions/release', release)).body;
      await client.post(`/transactions/release/${uuid}/confirm`, {});
      const released = await client.post(`/transactions/release/${uuid}/release`, {});
      expect(released.status, released.text).toBe(200);
    }
    const texts = (await seePdf((await closing.collated(item)).pdf)).map(({ text }) => text);
    const dateOf = (name: string) =>
      /December \d, 2026/.exec(texts.find((text) => text.includes(name)) ?? '')?.[0];
    expect(names.map(dateOf)).toEqual(['December 1, 2026', 'December 5, 2026', 'December 5, 2026']);
  });

  test('has the text that fills its own sheet before the signatures, signed in the room or on paper', async () => {
    const { item } = await closing.lease('Lease');
    const email = 'jane@gamma.test';
    const jane = await team.person('Jane Doe', { email });
    const john = await team.person('John Roe', { email: 'john@gamma.test' });
    const first = await closing.assignBehind(item, jane);
    const second = await closing.assignBehind(item, john);
    const lead = {
      id: 'lead-in',
      kind: 'lead_in',
      content: Array.from({ length: 40 }, (_, n) => `Line ${n}.`),
    };
    for (const { item_page_uuid } of [first, second])
      await client.patch(`/transactions/signature_page/${item_page_uuid}`, { blocks: [lead] });
    await closing.sign(jane, email);
    // Printed, but never sent.
    await printPacket(client, await desk.make(team, { signatories: [john] }));
    await closing.signOnPaper(second.uuid, 'Scan of the signature');
    await releaseItems(server, team.deal, [item]);
    const pages = (await seePdf((await closing.collated(item)).pdf)).map(({ text }) => text);
    const signatures = pages.slice(3);
    expect(signatures.map((text) => text.includes('Line 0.'))).toEqual([true, false, true, false]);
    expect(signatures[1]).toContain('Jane Doe');
    expect(signatures[3]).toBe('Scan of the signature');
  });

  test('is made without another release once the signature that it waited for isn’t needed anymore', async () => {
    const { item, page } = await closing.lease('Lease');
    const jane = await team.person('Jane Doe', { email: 'jane@delta.test' });
    const { uuid } = await team.assign(item, jane, { item_page_uuid: page });
    const other = await team.assign(item, await team.person('John Roe'));
    await closing.sign(jane, 'jane@delta.test');
    await client.patch(`/transactions/transaction/${team.deal}`, { release_confirmations: 1 });
    const asked = { transaction: team.deal, assignments: [uuid], effective_date: '2026-12-01' };
    const { uuid: release } = (await client.post('/transactions/release', asked)).body;
    await client.post(`/transactions/release/${release}/confirm`, {});
    const released = await client.post(`/transactions/release/${release}/release`, {});
    expect(released.status, released.text).toBe(200);
    await resumeCollations(server.services);
    const requested = async () =>
      server.services.db
        .selectFrom('collations')
        .select(['requested_at', 'effective_date'])
        .where('item', '=', item)
        .executeTakeFirst();
    expect(await requested()).toMatchObject({ requested_at: null });
    expect((await client.delete(`/assignments/assignment/${other.uuid}`)).status).toBeLessThan(300);
    await resumeCollations(server.services);
    expect((await closing.collated(item)).row).toMatchObject({ executed_num_pages: 3 });
    expect(await requested()).toMatchObject({ effective_date: '2026-12-01' });
  });

  test('is made by the sweep from the first file of a document, if that came before the release', async () => {
    const item = await team.item('Side Letter');
    const jane = await team.person('Jane Doe', { email: 'jane@zeta.test' });
    const { uuid } = await team.assign(item, jane);
    await closing.sign(jane, 'jane@zeta.test');
    const other = await team.assign(item, await team.person('John Roe'));
    const { document } = (await client.get(`/transactions/item/${(await closing.lease('Lease')).item}`)).body;
    for (const item_id of [null, item]) await client.patch(`/transactions/document/${document}`, { item_id });
    await client.patch(`/transactions/transaction/${team.deal}`, { release_confirmations: 1 });
    const asked = { transaction: team.deal, assignments: [uuid] };
    const { uuid: release } = (await client.post('/transactions/release', asked)).body;
    await client.post(`/transactions/release/${release}/confirm`, {});
    const released = await client.post(`/transactions/release/${release}/release`, {});
    expect(released.status, released.text).toBe(200);
    expect((await client.delete(`/assignments/assignment/${other.uuid}`)).status).toBeLessThan(300);
    await resumeCollations(server.services);
    expect((await closing.collated(item)).row).toMatchObject({ executed_num_pages: 4 });
  });
});
