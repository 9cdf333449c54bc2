import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { expirePacket } from '../../../../server/jobs/signing/expire-packets.ts';
import { noteUnreachable, workOnEnvelopes } from '../../../../server/jobs/signing/settle-envelope-job.ts';
import { sweepEnvelopes } from '../../../../server/store/deals/packets/docusign-envelopes.ts';
import { client, server, team, visitor } from '../open-signing.ts';
import { deal, openDocusignSigning, sandbox, SOON } from './docusign-desk.ts';
import { printPacket, scanAll, uploadScan } from '../packets/returned-scans.ts';
import { countSettling } from '../settling-jobs.ts';

openDocusignSigning();

/** Returns how often people on this deal were notified of an envelope that couldn't be voided. */
const countOpenThere = async () =>
  (await client.get('/notifications')).body.filter(
    ({ title, extra_data }: { title: string; extra_data: { transaction: string } }) =>
      title.includes('couldn’t be voided') && extra_data.transaction === team.deal,
  ).length;
/** Returns all pages of a packet on paper. */
async function returnOnPaper(packet: string) {
  await uploadScan(client, team.deal, await scanAll(await printPacket(client, packet)));
  await deal.expectStatus(packet, 'completed');
}
/** Makes the comparison of an envelope due this many hours sooner. */
async function passHours(packet: string, hours: number) {
  await expect.poll(async () => countSettling(server), SOON).toBe(0);
  await sql`
    update docusign_envelopes set checked_at = checked_at - interval '1 hour' * ${hours} where packet = ${packet}
  `.execute(server.services.db);
}

describe('a packet that ends on a server that has lost its settings for DocuSign', () => {
  test('still says so, until its envelope can be voided', async () => {
    const { packet, envelope } = await deal.sendPacket();
    const without = { ...server.services, docusign: null };
    const stop = await workOnEnvelopes(without);
    await stop();
    // The test's own server has the settings, and would void the envelope at once.
    sandbox.callFaults.push('unavailable', 'unavailable');
    await expirePacket(without, { uuid: packet, transaction: team.deal });
    expect(await deal.packetOf(packet)).toMatchObject({
      status: 'expired',
      service_problem: expect.stringContaining('DocuSign is no longer set up'),
    });
    await expect.poll(() => envelope.status, SOON).toBe('voided');
    await expect.poll(async () => deal.problemOf(packet), SOON).toBeNull();
  });
});

describe('a packet on paper that came back before its email, which waited for DocuSign', () => {
  test('is emailed if it is reopened', async () => {
    const { email, packet, onPaper } = await deal.makeWithPaper();
    const mailed = async () => {
      const { db } = server.services;
      const mails = await db.selectFrom('mails').select('packets').where('to_address', '=', email).execute();
      return mails.map(({ packets }) => packets);
    };
    sandbox.callFaults.push({ kind: 'limited', status: 429, resetInSeconds: 240 });
    await client.post('/packet/send', { packets: [packet, onPaper] });
    const { file } = await uploadScan(client, team.deal, await scanAll(await printPacket(client, onPaper)));
    await deal.expectStatus(onPaper, 'completed');
    await deal.sweepLater();
    await expect.poll(mailed, SOON).toEqual([[packet]]);
    const removed = await client.delete(`/transactions/executed_document/${file.uuid}`);
    expect(removed.status, removed.text).toBe(204);
    await deal.expectStatus(onPaper, 'sent');
    expect(await mailed()).toEqual([[packet], [onPaper]]);
  });
});

describe('an envelope whose packet is canceled before DocuSign has confirmed it', () => {
  /** Sends a packet whose envelope is created, but the response is lost. */
  async function sendUnconfirmed() {
    const { packet } = await deal.makePacket();
    await deal.allowCanceling(true);
    sandbox.callFaults.push('none', 'lost');
    await client.post(`/packet/${packet}/send`, {});
    // An attempt sets the time of the next one as its last step.
    const pause = async () => ((await deal.readEnvelope(packet)).checked_at?.getTime() ?? 0) - Date.now();
    await expect.poll(pause, SOON).toBeGreaterThan(0);
    return { packet, envelope: sandbox.envelopeOf(packet) };
  }
  const cancel = async (packet: string) =>
    client.post(`/packet/${packet}/cancel`, { reason: 'The deal is off.' });
  const searches = () => sandbox.asked.calls.filter((call) => call === 'GET /envelopes').length;
  const countActive = async () =>
    (await server.services.jobs.counts()).find(({ kind }) => kind === 'settle-envelope')?.active;

  test('is voided even if DocuSign doesn’t find it at first', async () => {
    const { packet, envelope } = await sendUnconfirmed();
    sandbox.canSearch = false;
    const before = searches();
    await cancel(packet);
    await expect.poll(searches, SOON).toBe(before + 1);
    await expect.poll(countActive, SOON).toBe(0);
    expect((await deal.readEnvelope(packet)).ended_at, 'it may still turn up').toBeNull();
    sandbox.canSearch = true;
    await deal.sweepLater();
    await expect.poll(() => envelope.status, SOON).toBe('voided');
    await expect.poll(async () => (await deal.readEnvelope(packet)).ended_at, SOON).not.toBeNull();
  });

  test('is given up once DocuSign has had time to find it', async () => {
    const { packet } = await sendUnconfirmed();
    sandbox.canSearch = false;
    await cancel(packet);
    await deal.sweepLater();
    await expect.poll(async () => (await deal.readEnvelope(packet)).ended_at, SOON).not.toBeNull();
  });

  test('is read again if DocuSign refuses to void it, and is remembered after DocuSign no longer finds it', async () => {
    const { packet, envelope } = await sendUnconfirmed();
    sandbox.callFaults.push('none', 'none', 'refused');
    await cancel(packet);
    await expect.poll(async () => deal.problemOf(packet), SOON).toBe('The email address is invalid.');
    const path = `/envelopes/${envelope.id}`;
    expect(sandbox.asked.calls.filter((call) => call.endsWith(path))).toEqual([
      `GET ${path}`,
      `PUT ${path}`,
      `GET ${path}`,
    ]);
    sandbox.canSearch = false;
    await deal.settle(packet);
    await expect.poll(() => envelope.status, SOON).toBe('voided');
    await expect.poll(async () => deal.problemOf(packet), SOON).toBeNull();
  });

  test('is voided if it is created after the packet was thought to have none, even if DocuSign can’t be reached at first', async () => {
    const { packet } = await deal.makePacket();
    await deal.allowCanceling(true);
    const creations = () => sandbox.asked.calls.filter((call) => call === 'POST /envelopes').length;
    const before = creations();
    const letGo = sandbox.holdCreation();
    await client.post(`/packet/${packet}/send`, {});
    await expect.poll(creations, SOON).toBe(before + 1);
    // The process that creates it was paused for so long that its claim has ended.
    await server.services.db
      .updateTable('docusign_envelopes')
      .set({ claimed_until: null })
      .where('packet', '=', packet)
      .execute();
    await cancel(packet);
    await expect.poll(async () => (await deal.readEnvelope(packet)).ended_at, SOON).not.toBeNull();
    sandbox.callFaults.push('unavailable');
    letGo();
    await expect.poll(() => deal.envelopesOf(packet).map(({ status }) => status), SOON).toEqual(['voided']);
    await expect.poll(async () => (await deal.readEnvelope(packet)).ended_at, SOON).not.toBeNull();
  });
});

describe('an envelope that ends without signatures', () => {
  test('ends the packet with the signatory’s reason if they decline', async () => {
    const { packet, token, envelope } = await deal.sendPacket();
    await sandbox.decline(envelope, 'The price is wrong.');
    await deal.expectStatus(packet, 'declined');
    expect(await deal.packetOf(packet)).toMatchObject({ declined_reason: 'The price is wrong.' });
    expect((await team.list('/assignments/assignment')).map(({ status }) => status)).toEqual(['assigned']);
    expect((await visitor.get(`/signing/${token}`)).body.state).toBe('declined');
    expect(await deal.titles()).toContain('Jane Doe declined to sign for “Project Alder”.');
  });

  test('cancels the packet if somebody voids it in DocuSign', async () => {
    const { packet, envelope } = await deal.sendPacket();
    await sandbox.voidThere(envelope, 'Sent by mistake');
    await deal.expectStatus(packet, 'cancelled');
    expect(await deal.packetOf(packet)).toMatchObject({
      cancelled_reason: 'The envelope was voided in DocuSign: Sent by mistake',
    });
  });

  test('is voided with the reason when the packet is canceled here, even if DocuSign can’t be reached at first', async () => {
    const { packet, token, envelope } = await deal.sendPacket();
    await deal.allowCanceling(true);
    sandbox.callFaults.push('unavailable');
    const canceled = await client.post(`/packet/${packet}/cancel`, { reason: 'The deal is off.' });
    expect(canceled.body, canceled.text).toMatchObject({ status: 'cancelled' });
    expect((await visitor.get(`/signing/${token}`)).body.state).toBe('cancelled');
    expect((await visitor.post(`/signing/${token}/recipient_view`)).status).toBe(422);
    await expect.poll(() => envelope.status, SOON).toBe('voided');
    expect(envelope.voidedReason).toBe('The deal is off.');
  });

  test('that DocuSign refuses to void is shown on the canceled packet, its sender is notified once, and it is voided later', async () => {
    const { packet, envelope } = await deal.sendPacket();
    await deal.allowCanceling(true);
    sandbox.callFaults.push('none', 'refused');
    await client.post(`/packet/${packet}/cancel`, { reason: 'The deal is off.' });
    await expect
      .poll(async () => (await deal.packetOf(packet))['service_problem'], SOON)
      .toBe('The email address is invalid.');
    expect(await deal.packetOf(packet)).toMatchObject({ status: 'cancelled' });
    sandbox.callFaults.push('none', 'refused');
    await deal.settle(packet);
    await expect.poll(() => sandbox.callFaults.length, SOON).toBe(0);
    expect(await countOpenThere()).toBe(1);
    // Only a person can fix that, so it isn't retried every 15 minutes.
    await passHours(packet, 1);
    const asked = sandbox.asked.calls.length;
    await sweepEnvelopes(server.services);
    await expect.poll(async () => countSettling(server), SOON).toBe(0);
    expect(sandbox.asked.calls.slice(asked).filter((call) => call.includes(envelope.id))).toEqual([]);
    await passHours(packet, 24);
    await sweepEnvelopes(server.services);
    await expect.poll(() => envelope.status, SOON).toBe('voided');
    await expect.poll(async () => deal.problemOf(packet), SOON).toBeNull();
  });

  test('is voided within the hour if the server is allowed to act in DocuSign again', async () => {
    const { packet, envelope } = await deal.sendPacket();
    await deal.allowCanceling(true);
    sandbox.hasConsent = false;
    sandbox.callFaults.push('expired_token');
    await client.post(`/packet/${packet}/cancel`, { reason: 'The deal is off.' });
    await expect
      .poll(async () => deal.problemOf(packet), SOON)
      .toMatch(/^The DocuSign user of this server hasn’t allowed/);
    sandbox.hasConsent = true;
    await passHours(packet, 1);
    await sweepEnvelopes(server.services);
    await expect.poll(() => envelope.status, SOON).toBe('voided');
    await expect.poll(async () => deal.problemOf(packet), SOON).toBeNull();
  });

  test('is compared as often as others again if its packet is reopened', async () => {
    const { packet } = await deal.sendPacket();
    await server.services.db
      .updateTable('docusign_envelopes')
      .set({ checked_at: new Date(Date.now() + 20 * 3_600_000) })
      .where('packet', '=', packet)
      .execute();
    await deal.settle(packet);
    await expect
      .poll(async () => (await deal.readEnvelope(packet)).checked_at?.getTime(), SOON)
      .toBeLessThanOrEqual(Date.now() + 60_000);
  });

  test('that DocuSign refuses to void is reported even if its packet had another problem before its pages came back on paper', async () => {
    const { packet } = await deal.sendPacket();
    await noteUnreachable(server.services, packet);
    sandbox.callFaults.push('none', 'refused');
    await returnOnPaper(packet);
    await expect.poll(async () => deal.problemOf(packet), SOON).toBe('The email address is invalid.');
    expect(await countOpenThere()).toBe(1);
  });

  test('that DocuSign refused was never created, and its packet doesn’t mention it once its pages are back on paper', async () => {
    const { packet } = await deal.makePacket();
    sandbox.callFaults.push('none', 'refused');
    await client.post(`/packet/${packet}/send`, {});
    await expect.poll(async () => deal.problemOf(packet), SOON).toBe('The email address is invalid.');
    await returnOnPaper(packet);
    expect(await deal.problemOf(packet)).toBeNull();
    await expect.poll(async () => (await deal.readEnvelope(packet)).ended_at, SOON).not.toBeNull();
    expect(await countOpenThere()).toBe(0);
  });

  test('that was never created no longer shows on its packet as one that couldn’t be voided', async () => {
    const { packet } = await deal.makePacket();
    sandbox.callFaults.push('none', 'refused');
    await client.post(`/packet/${packet}/send`, {});
    await expect.poll(async () => deal.problemOf(packet), SOON).toBe('The email address is invalid.');
    await client.post(`/packet/${packet}/cancel`, { reason: 'The deal is off.' });
    await expect.poll(async () => (await deal.readEnvelope(packet)).ended_at, SOON).not.toBeNull();
    const { db } = server.services;
    await db
      .updateTable('packets')
      .set({ service_problem: 'DocuSign is no longer set up.' })
      .where('uuid', '=', packet)
      .execute();
    await db
      .updateTable('docusign_envelopes')
      .set({ ended_at: null, claimed_until: null })
      .where('packet', '=', packet)
      .execute();
    await deal.settle(packet);
    await expect.poll(async () => (await deal.readEnvelope(packet)).ended_at, SOON).not.toBeNull();
    expect(await deal.problemOf(packet)).toBeNull();
  });

  test('that DocuSign no longer has is checked only once, its sender is notified, and the packet has no problem left', async () => {
    const { packet } = await deal.sendPacket();
    await deal.allowCanceling(true);
    const { db } = server.services;
    const own = db.updateTable('docusign_envelopes').where('packet', '=', packet);
    await own.set({ envelope_id: v7() }).execute();
    await client.post(`/packet/${packet}/cancel`, { reason: 'The deal is off.' });
    await expect.poll(async () => (await deal.readEnvelope(packet)).ended_at, SOON).not.toBeNull();
    expect(await countOpenThere()).toBe(1);
    expect(await deal.problemOf(packet)).toBeNull();
  });

  test('that is signed after DocuSign refused to void it is no longer shown as open', async () => {
    const { packet, envelope } = await deal.sendPacket();
    await deal.allowCanceling(true);
    sandbox.callFaults.push('none', 'refused');
    await client.post(`/packet/${packet}/cancel`, { reason: 'The deal is off.' });
    await expect.poll(async () => deal.problemOf(packet), SOON).toBe('The email address is invalid.');
    await sandbox.sign(envelope);
    await expect.poll(async () => (await deal.readEnvelope(packet)).ended_at, SOON).not.toBeNull();
    expect(await deal.problemOf(packet)).toBeNull();
  });

  test('that is signed before it could be voided doesn’t count, and the sender is notified', async () => {
    const { packet, envelope } = await deal.sendPacket();
    await deal.allowCanceling(true);
    sandbox.delivery = 'lost';
    await sandbox.sign(envelope);
    await client.post(`/packet/${packet}/cancel`, { reason: 'The deal is off.' });
    await expect
      .poll(deal.titles, SOON)
      .toContain(
        'Jane Doe signed for “Project Alder” in DocuSign after the packet had ended. Those signatures don’t count.',
      );
    expect((await deal.packetOf(packet))['status']).toBe('cancelled');
    expect(envelope.status).toBe('completed');
  });
});
