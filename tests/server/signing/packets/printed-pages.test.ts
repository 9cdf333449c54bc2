import { describe, expect, test } from 'vitest';
import { client, desk, openSigning, server, team } from '../open-signing.ts';
import { acceptPage, printPacket, scanAll, uploadScan } from './returned-scans.ts';
import { leasePacket, makeCurrent, match, replaceVersion, statusOf } from './printed-lease.ts';

openSigning();

/** Makes a version current without a review, as older servers allowed. */
async function setCurrent(item: string, document: string): Promise<void> {
  await server.services.db.updateTable('items').set({ document }).where('uuid', '=', item).execute();
}

describe('a printed page', () => {
  test('counts only for the version of the document that its packet was downloaded with', async () => {
    const { item, document, lease, packet } = await leasePacket();
    const sheets = await printPacket(client, packet);
    const second = await replaceVersion(item, document);
    const [page] = (await uploadScan(client, team.deal, await scanAll(sheets))).pages;
    expect(page).toMatchObject({ assignments: [], outcome: 'earlier_version', candidates: [lease] });
    expect(await statusOf(lease)).toBe('in_packet');
    const refused = await match(page.uuid, [lease]);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.error_message).toMatch(/printed from a version of the document that isn’t current/);
    const sent = await client.post(`/packet/${packet}/send`, {});
    expect(sent.status, sent.text).toBe(422);
    expect(sent.body.error_message).toBe(
      '“Lease” changed after this packet was downloaded. Create the packet again, then send it.',
    );

    await makeCurrent(item, document);
    expect((await match(page.uuid, [lease])).status).toBe(200);
    expect((await acceptPage(client, team.deal, lease)).status).toBe(200);
    await setCurrent(item, second);
    const release = await client.post('/transactions/release', {
      transaction: team.deal,
      assignments: [lease],
    });
    const confirmed = await client.post(`/transactions/release/${release.body.uuid}/confirm`, {});
    expect(confirmed.status, confirmed.text).toBe(422);
    expect(confirmed.body.error_message).toContain('“Lease” (version 1 was signed)');
  });

  test('counts only for the capacity in which it is signed', async () => {
    const [jane, alpha] = [await team.person('Jane Doe'), await team.entity('Alpha Corp.')];
    const paul = await team.person('Paul Roe');
    const item = await team.item('SPA');
    const by = async (person: string) => {
      const auth_rep = await team.relation(alpha, person);
      return (await team.assign(item, alpha, { auth_rep })).uuid;
    };
    const [janes, pauls] = [await by(jane), await by(paul)];
    const sheets = await printPacket(client, await desk.make(team, { signatories: [jane] }));
    const [page] = (await uploadScan(client, team.deal, await scanAll(sheets))).pages;
    expect(page).toMatchObject({ assignments: [janes] });
    expect((await match(page.uuid, [])).status).toBe(200);
    const refused = await match(page.uuid, [pauls]);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.error_message).toMatch(
      /^The code on this page is for Alpha Corp\.’s signature on “SPA”/,
    );
    expect((await match(page.uuid, [janes])).status).toBe(200);
  });

  test('doesn’t count if something else would be printed today', async () => {
    const { jane, lease, packet } = await leasePacket();
    const sheets = await printPacket(client, packet);
    await client.patch(`/signatory/${jane}`, { full_name: 'Jane Roe' });
    const [page] = (await uploadScan(client, team.deal, await scanAll(sheets))).pages;
    expect(page).toMatchObject({ assignments: [], outcome: 'changed_since', candidates: [lease] });
    const refused = await match(page.uuid, [lease]);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.error_message).toMatch(/signature page has changed since this page was printed/);
  });

  test('can’t be downloaded once its packet is out of date', async () => {
    const { jane, packet } = await leasePacket();
    await client.patch(`/signatory/${jane}`, { full_name: 'Jane Roe' });
    const refused = await client.post(`/packet/${packet}/download`);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.error_message).toMatch(/Create the packet again, then download it\./);
  });
});
