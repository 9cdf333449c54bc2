import { v7 } from 'uuid';
import { describe, expect, test, vi } from 'vitest';
import { noteUnreachable } from '../../../../server/jobs/signing/settle-envelope-job.ts';
import { addFiledItem, insertVersion } from '../../support/deal-with-rows.ts';
import { client, desk, server, team, visitor } from '../open-signing.ts';
import { deal, openDocusignSigning, sandbox, SOON } from './docusign-desk.ts';

openDocusignSigning();

const expectStatus = async (packet: string, status: string) => deal.expectStatus(packet, status);

describe('an envelope', () => {
  test('is created once if the response to its creation is lost', async () => {
    const { packet, email } = await deal.makePacket();
    // The search for an existing envelope works, then the envelope is created but the response is lost.
    sandbox.callFaults.push('none', 'lost');
    await client.post(`/packet/${packet}/send`, {});
    // An attempt sets the time of the next one as its last step.
    const pause = async () => ((await deal.readEnvelope(packet)).checked_at?.getTime() ?? 0) - Date.now();
    await expect.poll(pause, SOON).toBeGreaterThan(0);
    expect(sandbox.callFaults).toEqual([]);
    await deal.sweepLater();
    await desk.linkFor(email);
    expect(deal.envelopesOf(packet)).toHaveLength(1);
    expect((await deal.packetOf(packet))['status']).toBe('sent');
  });

  test.each([429, 400] as const)(
    'is created after DocuSign’s limit, which it reports with %i, has passed',
    async (status) => {
      const { packet, email } = await deal.makePacket();
      sandbox.callFaults.push({ kind: 'limited', status, resetInSeconds: 1 });
      await client.post(`/packet/${packet}/send`, {});
      await desk.linkFor(email);
      expect(deal.envelopesOf(packet)).toHaveLength(1);
      expect((await deal.packetOf(packet))['service_problem']).toBeNull();
    },
  );

  test('isn’t waited for by the person’s other link at a long limit, and its link follows', async () => {
    const { packet, onPaper, email } = await deal.makeWithPaper();
    sandbox.callFaults.push({ kind: 'limited', status: 429, resetInSeconds: 1800 });
    await client.post('/packet/send', { packets: [packet, onPaper] });
    const about = async () => {
      const { db } = server.services;
      const mails = await db.selectFrom('mails').select('packets').where('to_address', '=', email).execute();
      return mails.map(({ packets }) => packets);
    };
    await expect.poll(about, SOON).toEqual([[onPaper]]);
    expect(await deal.problemOf(packet)).toBe(
      'DocuSign is limiting requests, so Counterpart will try again later.',
    );
    await deal.sweepLater();
    await expect.poll(about, SOON).toEqual([[onPaper], [packet]]);
    expect(await deal.problemOf(packet)).toBeNull();
  });

  test('is created a minute later if DocuSign doesn’t say when its rate limit ends', async () => {
    const { packet, email } = await deal.makePacket();
    sandbox.callFaults.push('none', { kind: 'limited', status: 429, resetInSeconds: null });
    await client.post(`/packet/${packet}/send`, {});
    const pause = async () => ((await deal.readEnvelope(packet)).checked_at?.getTime() ?? 0) - Date.now();
    await expect.poll(async () => Math.ceil((await pause()) / 60_000), SOON).toBe(1);
    expect((await deal.readEnvelope(packet)).claimed_until, 'it certainly wasn’t created').toBeNull();
    expect(await deal.problemOf(packet)).toBeNull();
    await deal.sweepLater();
    await desk.linkFor(email);
    expect(deal.envelopesOf(packet)).toHaveLength(1);
  });

  test('is created on the next attempt if the packet’s PDF couldn’t be read', async () => {
    const { packet, email } = await deal.makePacket();
    const { objects } = server.services;
    const get = objects.get.bind(objects);
    const failed: string[] = [];
    const reading = vi.spyOn(objects, 'get').mockImplementation(async (key) => {
      if (failed.length > 0) return get(key);
      failed.push(key);
      throw new Error('The bucket is away.');
    });
    try {
      await client.post(`/packet/${packet}/send`, {});
      await desk.linkFor(email);
    } finally {
      reading.mockRestore();
    }
    const { file_key: key } = await server.services.db
      .selectFrom('packets')
      .select('file_key')
      .where('uuid', '=', packet)
      .executeTakeFirstOrThrow();
    expect(failed).toEqual([key]);
    expect(deal.envelopesOf(packet)).toHaveLength(1);
  });

  test('that DocuSign didn’t confirm doesn’t keep its packet from saying that DocuSign can’t be reached', async () => {
    const { packet } = await deal.makePacket();
    sandbox.callFaults.push('none', 'unavailable');
    await client.post(`/packet/${packet}/send`, {});
    const pause = async () => ((await deal.readEnvelope(packet)).checked_at?.getTime() ?? 0) - Date.now();
    await expect.poll(pause, SOON).toBeGreaterThan(0);
    expect(await deal.problemOf(packet)).toBeNull();
    await noteUnreachable(server.services, packet);
    expect(await deal.problemOf(packet)).toContain('DocuSign can’t be reached');
  });

  test('that another attempt has been creating for more than five minutes is reported on its packet', async () => {
    const { packet, email } = await deal.makePacket();
    sandbox.callFaults.push({ kind: 'limited', status: 429, resetInSeconds: 200 });
    await client.post(`/packet/${packet}/send`, {});
    const pause = async () => ((await deal.readEnvelope(packet)).checked_at?.getTime() ?? 0) - Date.now();
    await expect.poll(pause, SOON).toBeGreaterThan(0);
    const { db } = server.services;
    const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    await db
      .updateTable('packets')
      .set({ sent_at: minutesFromNow(-8) })
      .where('uuid', '=', packet)
      .execute();
    // A claim lasts for ten minutes.
    await db
      .updateTable('docusign_envelopes')
      .set({ claimed_until: minutesFromNow(4) })
      .where('packet', '=', packet)
      .execute();
    await deal.settle(packet);
    await expect
      .poll(async () => deal.problemOf(packet), SOON)
      .toEqual(expect.stringContaining('DocuSign can’t be reached'));
    await deal.sweepLater();
    await desk.linkFor(email);
    expect(await deal.problemOf(packet)).toBeNull();
  });

  test('is created with a new token if the old one has expired early', async () => {
    const { packet, email } = await deal.makePacket();
    const before = sandbox.asked.tokens;
    sandbox.callFaults.push('expired_token');
    await client.post(`/packet/${packet}/send`, {});
    await desk.linkFor(email);
    expect(sandbox.asked.tokens).toBeGreaterThan(before);
    expect(deal.envelopesOf(packet)).toHaveLength(1);
  });
});

describe('a server that may not act in DocuSign', () => {
  test('says so on the packet, and sends it by itself once the user has consented', async () => {
    const { packet, email } = await deal.makePacket();
    sandbox.hasConsent = false;
    // The server still has a token, which no longer works.
    sandbox.callFaults.push('expired_token');
    await client.post(`/packet/${packet}/send`, {});
    await expect
      .poll(async () => deal.problemOf(packet), SOON)
      .toMatch(/^The DocuSign user of this server hasn’t allowed/);
    sandbox.hasConsent = true;
    await deal.sweepLater();
    await desk.linkFor(email);
    expect(await deal.problemOf(packet)).toBeNull();
  });
});

describe('a message from DocuSign', () => {
  test('that is lost delays a status until the sweep', async () => {
    const { packet, envelope } = await deal.sendPacket();
    sandbox.delivery = 'lost';
    await sandbox.sign(envelope);
    await deal.sweepLater();
    await expectStatus(packet, 'completed');
  });

  test('that comes three times completes the packet once', async () => {
    const { packet, envelope } = await deal.sendPacket();
    sandbox.delivery = 'doubled';
    await sandbox.sign(envelope);
    await expectStatus(packet, 'completed');
    expect(await sandbox.deliver(envelope)).toBe(200);
    await expect
      .poll(
        async () =>
          (await server.services.jobs.counts()).find(({ kind }) => kind === 'settle-envelope')?.active,
        SOON,
      )
      .toBe(0);
    const events = await deal.eventsOf(packet);
    for (const kind of ['signed', 'envelope_completed', 'finished'])
      expect(events.filter((each: string) => each === kind)).toHaveLength(1);
    expect(
      (await deal.titles()).filter((title: string) => title.startsWith('Jane Doe signed all')),
    ).not.toEqual([]);
  });

  test('that comes late and out of order leaves the packet completed', async () => {
    const { packet, token, envelope } = await deal.sendPacket();
    sandbox.delivery = 'held';
    await deal.goThere(token);
    await sandbox.sign(envelope);
    await sandbox.letGo();
    await expectStatus(packet, 'completed');
    expect(await deal.eventsOf(packet)).toEqual([
      'sent',
      'envelope_created',
      'envelope_opened',
      'viewed',
      'signed',
      'envelope_completed',
      'finished',
    ]);
  });
});

describe('a new version of a document', () => {
  test('that becomes current while its envelope is out voids the envelope with the reason, and supersedes the packet', async () => {
    const { filed } = await addFiledItem(server, client, team.deal);
    const { packet, token, envelope } = await deal.sendPacket(filed);
    const document = await insertVersion(server, client, { deal: team.deal, item: filed });
    const replaced = await client.post(`/transactions/item/${filed}/replace_document`, { document });
    expect(replaced.status, replaced.text).toBe(200);
    const reason = 'A new version of “Lease” took the place of the one in this packet.';
    expect(await deal.packetOf(packet)).toMatchObject({
      status: 'cancelled',
      cancelled_reason: reason,
      superseded_at: expect.any(String),
    });
    expect((await visitor.get(`/signing/${token}`)).body.state).toBe('superseded');
    await expect.poll(() => envelope.status, SOON).toBe('voided');
    expect(envelope.voidedReason).toBe(reason);
    const [signature, again] = await team.list('/assignments/assignment');
    expect([signature?.['status'], again?.['status']]).toEqual(['superseded', 'assigned']);
  });

  test('that ends two packets whose email waits for one of them leads to no email', async () => {
    const { filed } = await addFiledItem(server, client, team.deal);
    const email = `jane-${v7()}@alpha.test`;
    for (const listed of ['Jane Doe', 'Jane Doe'])
      await team.assign(filed, await team.person(listed, { email }));
    const jane = (await team.list('/signatory')).map(({ uuid }) => uuid);
    await desk.make(team, { signatories: jane });
    const [one, other] = (await team.list('/packet')).map(({ uuid }) => uuid);
    // Neither packet gets an envelope until the document is replaced.
    const limited = { kind: 'limited', status: 429, resetInSeconds: 200 } as const;
    sandbox.callFaults.push(limited, limited);
    const sent = await client.post('/packet/send', { packets: [one, other] });
    expect(sent.status, sent.text).toBe(200);
    const { db } = server.services;
    await db
      .updateTable('docusign_envelopes')
      .set({ envelope_id: v7() })
      .where('packet', '=', other ?? '')
      .execute();
    const document = await insertVersion(server, client, { deal: team.deal, item: filed });
    const replaced = await client.post(`/transactions/item/${filed}/replace_document`, { document });
    expect(replaced.status, replaced.text).toBe(200);
    for (const packet of [one, other]) await expectStatus(packet ?? '', 'cancelled');
    expect(await db.selectFrom('mails').select('packets').where('to_address', '=', email).execute()).toEqual(
      [],
    );
  });
});
