import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { expirePackets } from '../../../../server/jobs/signing/expire-packets.ts';
import { noteUnreachable, workOnEnvelopes } from '../../../../server/jobs/signing/settle-envelope-job.ts';
import { settleEnvelopeKind } from '../../../../server/queue/job-kinds.ts';
import type { TestClient } from '../../support/test-client.ts';
import { addParticipant } from '../../support/test-server.ts';
import { client, desk, mailbox, server, team, visitor } from '../open-signing.ts';
import { deal, openDocusignSigning, sandbox, SOON } from './docusign-desk.ts';
import { codeMailedTo } from '../room/room-desk.ts';

openDocusignSigning();

const expectStatus = async (packet: string, status: string) => deal.expectStatus(packet, status);

/** Sends packets and delays the creation of the first one's envelope. Returns a function that lets it continue. */
async function sendSlowly(...packets: string[]): Promise<() => void> {
  const creations = () => sandbox.asked.calls.filter((call) => call === 'POST /envelopes').length;
  const before = creations();
  const letGo = sandbox.holdCreation();
  await client.post('/packet/send', { packets });
  await expect.poll(creations, SOON).toBe(before + 1);
  return letGo;
}
/** Lets the last day to sign a packet pass. */
async function expire(packet: string) {
  await server.services.db
    .updateTable('packets')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('uuid', '=', packet)
    .execute();
  await expirePackets(server.services);
}

describe('the email of a person who signs in DocuSign and on paper', () => {
  const mailed = async (email: string) =>
    (
      await server.services.db
        .selectFrom('mails')
        .select('packets')
        .where('to_address', '=', email)
        .orderBy('created_at')
        .execute()
    ).map(({ packets }) => packets);

  test('has only the link for paper if DocuSign refuses the pages, and DocuSign’s follows once it has them', async () => {
    const { email, packet, onPaper } = await deal.makeWithPaper();
    sandbox.callFaults.push('none', 'refused');
    await client.post('/packet/send', { packets: [packet, onPaper] });
    await expect.poll(async () => mailed(email), SOON).toEqual([[onPaper]]);
    await deal.sweepLater();
    await expect.poll(async () => mailed(email), SOON).toEqual([[onPaper], [packet]]);
  });

  test('has only the link for paper if the packet for DocuSign is canceled before DocuSign has it', async () => {
    const { email, packet, onPaper } = await deal.makeWithPaper();
    await deal.allowCanceling(true);
    const letGo = await sendSlowly(packet, onPaper);
    const canceled = await client.post(`/packet/${packet}/cancel`, { reason: 'Not needed.' });
    expect(canceled.status, canceled.text).toBe(200);
    expect(await mailed(email)).toEqual([[onPaper]]);
    letGo();
    await expect.poll(() => deal.envelopesOf(packet).map(({ status }) => status), SOON).toEqual(['voided']);
    expect(await mailed(email)).toEqual([[onPaper]]);
  });

  test('has only DocuSign’s link if the packet for paper is canceled before DocuSign has its pages', async () => {
    const { email, packet, onPaper } = await deal.makeWithPaper();
    await deal.allowCanceling(true);
    const letGo = await sendSlowly(packet, onPaper);
    await client.post(`/packet/${onPaper}/cancel`, { reason: 'Not needed.' });
    expect(await mailed(email)).toEqual([]);
    letGo();
    await expect.poll(async () => mailed(email), SOON).toEqual([[packet]]);
  });
});

describe('an envelope', () => {
  test('has the packet’s PDF, one signer without an email from DocuSign, and a signature on the line', async () => {
    const { packet, email, envelope } = await deal.sendPacket();
    const { definition, tabs } = envelope;
    expect(definition).toMatchObject({ status: 'sent', transactionId: packet, allowReassign: 'false' });
    expect(definition.documents).toHaveLength(1);
    expect(definition.recipients.signers).toMatchObject([
      { name: 'Jane Doe', email, clientUserId: packet, recipientId: '1' },
    ]);
    expect(definition.eventNotification).toMatchObject({
      url: `${server.url}/api/docusign/connect`,
      includeHMAC: 'true',
      eventData: { version: 'restv2.1' },
    });
    expect(tabs['signHereTabs']).toHaveLength(1);
  });

  test('whose creation isn’t confirmed is retried after a wait as long as its packet has waited so far', async () => {
    const { packet } = await deal.makePacket();
    const { db } = server.services;
    const claimed = async () =>
      ((await deal.readEnvelope(packet)).claimed_until?.getTime() ?? 0) - Date.now();
    sandbox.callFaults.push('none', 'unavailable');
    await client.post(`/packet/${packet}/send`, {});
    // An attempt sets the time of the next one as its last step.
    const pause = async () => ((await deal.readEnvelope(packet)).checked_at?.getTime() ?? 0) - Date.now();
    await expect.poll(async () => Math.ceil((await pause()) / 60_000), SOON).toBe(1);
    expect(Math.ceil((await claimed()) / 60_000)).toBe(1);
    const halfAnHourAgo = new Date(Date.now() - 30 * 60_000);
    await db.updateTable('packets').set({ sent_at: halfAnHourAgo }).where('uuid', '=', packet).execute();
    await db
      .updateTable('docusign_envelopes')
      .set({ claimed_until: null })
      .where('packet', '=', packet)
      .execute();
    sandbox.callFaults.push('none', 'unavailable');
    await deal.settle(packet);
    await expect.poll(() => sandbox.callFaults.length, SOON).toBe(0);
    await expect.poll(pause, SOON).toBeGreaterThan(25 * 60_000);
    expect(await claimed()).toBeGreaterThan(25 * 60_000);
    expect(await deal.problemOf(packet)).toContain('DocuSign can’t be reached');
  });

  test('is created once when the server looks for it twice at the same time', async () => {
    const { packet, email } = await deal.makePacket();
    await client.post(`/packet/${packet}/send`, {});
    await Promise.all([deal.sweep(), deal.sweep()]);
    await desk.linkFor(email);
    expect(deal.envelopesOf(packet)).toHaveLength(1);
  });

  test('is created only once if its creation takes long, and nobody is notified that DocuSign can’t be reached', async () => {
    const { packet, email } = await deal.makePacket();
    const letGo = await sendSlowly(packet);
    await server.services.db
      .updateTable('packets')
      .set({ sent_at: new Date(Date.now() - 8 * 60_000) })
      .where('uuid', '=', packet)
      .execute();
    await deal.settle(packet);
    const waiting = async () => {
      const { rows } = await sql`
        select from pgboss.job
        where name = ${settleEnvelopeKind.name} and data->>'packet' = ${packet} and state = 'created'
          and start_after > now() + interval '5 minutes'
      `.execute(server.services.db);
      return rows.length;
    };
    // The second attempt waits for the end of the first one's claim, and doesn't fail.
    await expect.poll(waiting, SOON).toBe(1);
    await noteUnreachable(server.services, packet);
    expect(await deal.problemOf(packet)).toBeNull();
    letGo();
    await desk.linkFor(email);
    expect(deal.envelopesOf(packet)).toHaveLength(1);
    expect((await deal.packetOf(packet))['service_problem']).toBeNull();
  });

  test('whose creation outlasts its claim is voided if another attempt has created one, and only one email is sent', async () => {
    const { packet, email } = await deal.makePacket();
    const letGo = await sendSlowly(packet);
    await deal.sweepLater();
    await desk.linkFor(email);
    letGo();
    await expect
      .poll(() => deal.envelopesOf(packet).map(({ status }) => status), SOON)
      .toEqual(['sent', 'voided']);
    expect(mailbox.received.filter(({ to }) => to.includes(email))).toHaveLength(1);
    await sandbox.sign(deal.envelopesOf(packet)[0] ?? sandbox.envelopeOf(packet));
    await expectStatus(packet, 'completed');
  });

  test('is created without an email, and its packet says so, if the person who sent it no longer has an account', async () => {
    const { packet } = await deal.makePacket();
    const letGo = await sendSlowly(packet);
    const { db } = server.services;
    await db.updateTable('packets').set({ sent_by: null }).where('uuid', '=', packet).execute();
    letGo();
    await expect
      .poll(async () => (await deal.packetOf(packet))['mail_problem'], SOON)
      .toBe('The person who sent it no longer has an account. Send a reminder to email the link.');
    expect(await deal.eventsOf(packet)).toEqual(['sent', 'envelope_created', 'undelivered']);
  });

  test('that DocuSign refuses leads to no email, and its packet shows why and can be canceled even if others can’t', async () => {
    const { packet, email } = await deal.makePacket();
    await deal.allowCanceling(false);
    sandbox.callFaults.push({ kind: 'limited', status: 429, resetInSeconds: 1 }, 'refused');
    await client.post(`/packet/${packet}/send`, {});
    await expect
      .poll(async () => (await deal.packetOf(packet))['service_problem'], SOON)
      .toBe('The email address is invalid.');
    expect(await deal.titles()).toContain(
      'Jane Doe’s packet for “Project Alder” is stuck at DocuSign. Open it to see why.',
    );
    const reminded = await client.post(
      `/signatory/${String((await deal.packetOf(packet))['signatory'])}/send_reminder`,
      {},
    );
    expect(reminded.body.error_message, reminded.text).toBe(
      'DocuSign doesn’t have Jane Doe’s pages yet. Jane Doe gets an email once it does.',
    );
    const canceled = await client.post(`/packet/${packet}/cancel`, { reason: 'Wrong address' });
    expect(canceled.body, canceled.text).toMatchObject({ status: 'cancelled', service_problem: null });
    expect(mailbox.received.filter(({ to }) => to.includes(email))).toEqual([]);
    expect(deal.envelopesOf(packet)).toEqual([]);
  });
});

describe('a packet whose last day has passed', () => {
  test('is completed if it was signed in time and DocuSign’s message got lost', async () => {
    const { packet, envelope } = await deal.sendPacket();
    sandbox.delivery = 'lost';
    await sandbox.sign(envelope);
    await expire(packet);
    await expectStatus(packet, 'completed');
    expect(await deal.eventsOf(packet)).not.toContain('expired');
  });

  test('isn’t emailed if it passes while DocuSign creates the envelope', async () => {
    const { packet, email } = await deal.makePacket();
    const { db } = server.services;
    const letGo = await sendSlowly(packet);
    await db
      .updateTable('packets')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('uuid', '=', packet)
      .execute();
    letGo();
    await expect.poll(async () => deal.eventsOf(packet), SOON).toContain('envelope_created');
    await expirePackets(server.services);
    await expectStatus(packet, 'expired');
    await expect.poll(() => deal.envelopesOf(packet).map(({ status }) => status), SOON).toEqual(['voided']);
    expect(await db.selectFrom('mails').select('packets').where('to_address', '=', email).execute()).toEqual(
      [],
    );
  });

  test('expires if it wasn’t signed, and its envelope is voided', async () => {
    const { packet, envelope } = await deal.sendPacket();
    await expire(packet);
    await expectStatus(packet, 'expired');
    await expect.poll(() => envelope.status, SOON).toBe('voided');
  });
});

describe('when Counterpart and DocuSign disagree', () => {
  test('a packet that is open although its envelope was voided gets no reminder and is canceled, and its sender is notified', async () => {
    const { packet } = await deal.sendPacket();
    await server.services.db
      .updateTable('docusign_envelopes')
      .set({ ended_at: new Date() })
      .where('packet', '=', packet)
      .execute();
    const jane = String((await deal.packetOf(packet))['signatory']);
    const reminded = await client.post(`/signatory/${jane}/send_reminder`, {});
    expect(reminded.body.error_message, reminded.text).toBe(
      'The DocuSign envelope of Jane Doe’s packet has ended. Once the packet is listed as canceled, put its pages in a new one.',
    );
    await deal.settle(packet);
    await expectStatus(packet, 'cancelled');
    expect(await deal.titles()).toContain(
      'Jane Doe’s envelope for “Project Alder” was voided in DocuSign, so the packet is canceled.',
    );
  });

  test('a packet says that DocuSign can’t be reached until it can', async () => {
    const { packet } = await deal.sendPacket();
    await noteUnreachable(server.services, packet);
    expect((await deal.packetOf(packet))['service_problem']).toContain('DocuSign can’t be reached');
    await deal.settle(packet);
    await expect.poll(async () => (await deal.packetOf(packet))['service_problem'], SOON).toBeNull();
  });

  test('a signature in DocuSign doesn’t count after “This isn’t for me”, and the packet says so', async () => {
    const { packet, token, envelope } = await deal.sendPacket();
    await desk.act(token, 'delegate', { name: 'Max Roe' });
    await sandbox.sign(envelope);
    await expect
      .poll(async () => (await deal.packetOf(packet))['service_problem'], SOON)
      .toContain('said it wasn’t for them');
    expect((await deal.packetOf(packet))['status']).not.toBe('completed');
  });

  test('only one of two devices that go to DocuSign at the same moment gets there', async () => {
    const { token } = await deal.sendPacket();
    const devices = [server.client(), server.client()];
    for (const device of devices) await device.get(`/signing/${token}`);
    const views = await Promise.all(
      devices.map(async (each) => each.post(`/signing/${token}/recipient_view`)),
    );
    expect(views.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  });
});

describe('a link to DocuSign', () => {
  test('needs an emailed code on every device except the first one that opened DocuSign', async () => {
    const { token, email } = await deal.sendPacket();
    await deal.goThere(token);
    const other = server.client();
    expect((await other.get(`/signing/${token}`)).body.state).toBe('new_device');
    expect((await other.post(`/signing/${token}/recipient_view`)).status).toBe(422);
    await other.post(`/signing/${token}/device_code`, {});
    const code = await codeMailedTo(mailbox, email);
    const entered = await other.post(`/signing/${token}/device`, { code });
    expect(entered.body.state, entered.text).toBe('elsewhere');
    expect((await other.post(`/signing/${token}/recipient_view`)).status).toBe(200);
  });

  test('opens DocuSign ten times in a row, and then only after a wait', async () => {
    const { token } = await deal.sendPacket();
    const before = sandbox.asked.calls.length;
    const statuses: number[] = [];
    for (let visit = 0; visit < 12; visit += 1)
      statuses.push((await visitor.post(`/signing/${token}/recipient_view`)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    const views = sandbox.asked.calls.slice(before).filter((call) => call.endsWith('/views/recipient'));
    expect(views).toHaveLength(10);
  });
});

describe('a server that has lost its settings for DocuSign', () => {
  test('says so on the packets that are in DocuSign, until it has the settings again', async () => {
    const { packet } = await deal.sendPacket();
    const stop = await workOnEnvelopes({ ...server.services, docusign: null });
    await stop();
    expect((await deal.packetOf(packet))['service_problem']).toContain('DocuSign is no longer set up');
    await deal.settle(packet);
    await expect.poll(async () => (await deal.packetOf(packet))['service_problem'], SOON).toBeNull();
  });
});

describe('a message from DocuSign', () => {
  test('about an unknown envelope is accepted and ignored', async () => {
    const { envelope } = await deal.sendPacket();
    expect(await sandbox.deliver({ ...envelope, id: v7() })).toBe(200);
  });
});

describe('a signatory', () => {
  test('whose name was corrected can still open the envelope that has their earlier name', async () => {
    const { packet, token } = await deal.sendPacket();
    await server.services.db
      .updateTable('signatories')
      .set({ full_name: 'Jane Doe-Smith' })
      .where('uuid', '=', String((await deal.packetOf(packet))['signatory']))
      .execute();
    await deal.goThere(token);
    await expectStatus(packet, 'viewed');
  });
});

describe('a completed envelope', () => {
  test.each([
    ['lacks', 1],
    ['has too many', -1],
  ])(
    'whose file %s pages leaves the packet open, and completes it once the file is right',
    async (_, pages) => {
      const { packet, envelope } = await deal.sendPacket();
      sandbox.missingPages = pages;
      await sandbox.sign(envelope);
      await expect
        .poll(async () => (await deal.packetOf(packet))['service_problem'], SOON)
        .toMatch(/can’t be used/);
      expect((await deal.packetOf(packet))['status']).not.toBe('completed');
      sandbox.missingPages = 0;
      await deal.sweepLater();
      await expectStatus(packet, 'completed');
      expect((await deal.packetOf(packet))['service_problem']).toBeNull();
    },
  );

  test('shows its signed file only to the side that collected it until the release', async () => {
    await addParticipant(server, team.deal, 'counsel@outside.test');
    const { packet, envelope } = await deal.sendPacket();
    await sandbox.sign(envelope);
    await expectStatus(packet, 'completed');
    const nameFor = async (reader: TestClient) => {
      const found = await reader.post(`/packet/${packet}/download`);
      expect(found.status, found.text).toBe(302);
      const file = await fetch(found.body.redirect_url);
      await file.body?.cancel();
      return file.headers.get('content-disposition');
    };
    expect(await nameFor(client)).toContain('held in escrow, not released');
    expect(await nameFor(await server.signIn('counsel@outside.test'))).toContain('unsigned');
  });
});

describe('a signing order', () => {
  test('sends the packet of the next round to DocuSign once the one before it is signed there', async () => {
    const [first, second] = [await deal.makePacket(), await deal.makePacket()];
    const signing_order = [[first.packet], [second.packet]];
    const sent = await client.post('/packet/send', { packets: signing_order.flat(), signing_order });
    expect(sent.status, sent.text).toBe(200);
    await desk.linkFor(first.email);
    expect(deal.envelopesOf(second.packet)).toEqual([]);
    await sandbox.sign(sandbox.envelopeOf(first.packet));
    await desk.linkFor(second.email);
    expect(await deal.packetOf(second.packet)).toMatchObject({
      status: 'sent',
      esigning_service: 'docusign',
    });
  });

  test('holds the packet of the next round, with the reason, if the one before it is voided in DocuSign', async () => {
    const [first, second] = [await deal.makePacket(), await deal.makePacket()];
    const signing_order = [[first.packet], [second.packet]];
    await client.post('/packet/send', { packets: signing_order.flat(), signing_order });
    await desk.linkFor(first.email);
    await sandbox.voidThere(sandbox.envelopeOf(first.packet), 'Sent by mistake');
    await expectStatus(first.packet, 'cancelled');
    expect(await deal.packetOf(second.packet)).toMatchObject({ status: 'ready', queued: null });
  });
});

describe('rejected pages', () => {
  test('are asked for again in a new envelope, with a new email', async () => {
    const { packet, email, envelope } = await deal.sendPacket();
    await sandbox.sign(envelope);
    await expectStatus(packet, 'completed');
    const [signature] = await team.list('/assignments/assignment');
    const rejected = await client.post(`/assignments/assignment/${signature?.['uuid']}/reject`, {
      reason: 'Blurred.',
    });
    expect(rejected.status, rejected.text).toBe(200);
    await desk.sendAgain(team);
    await desk.linkFor(email, 2);
    const again = (await team.list('/packet')).find(({ uuid }) => uuid !== packet);
    expect(again).toMatchObject({ status: 'sent', esigning_service: 'docusign' });
    expect(deal.envelopesOf(String(again?.['uuid']))).toHaveLength(1);
  });
});

describe('a server without settings for DocuSign', () => {
  test('refuses to send packets of a transaction that is still to be signed there', async () => {
    const { packet } = await deal.makePacket();
    const { docusign } = server.settings;
    server.services.settings.docusign = null;
    try {
      const refused = await client.post(`/packet/${packet}/send`, {});
      expect(refused.status).toBe(422);
      expect(refused.body.error_message).toBe(
        'DocuSign isn’t set up on this server. Choose Counterpart as the e-signing service.',
      );
    } finally {
      server.services.settings.docusign = docusign;
    }
  });
});
