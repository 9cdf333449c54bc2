import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { checkPacketEvidence } from '../../../../server/signing/packets/check-packet-evidence.ts';
import { pdfHash } from '../../../../server/storage/object-keys.ts';
import { client, desk, mailbox, server, team, visitor } from '../open-signing.ts';
import { deal, openDocusignSigning, sandbox } from './docusign-desk.ts';

openDocusignSigning();

const expectStatus = async (packet: string, status: string) => deal.expectStatus(packet, status);

describe('a packet for DocuSign', () => {
  test('is emailed once, signed in DocuSign and stored with its certificate, and its signatures wait for acceptance', async () => {
    const { packet, token, email, envelope } = await deal.sendPacket();
    expect(await deal.packetOf(packet)).toMatchObject({ status: 'sent', esigning_service: 'docusign' });
    const room = await visitor.get(`/signing/${token}`);
    expect(room.body).toMatchObject({
      state: 'elsewhere',
      service: 'docusign',
      signer: 'Jane Doe',
      deal: 'Project Alder',
      message: 'Please sign by Friday.',
      documents: [{ name: 'NDA', has_file: false }],
    });
    const { returnUrl } = await deal.goThere(token);
    // DocuSign's logs contain this URL.
    expect(returnUrl).toBe(`${server.url}/sign/return`);
    await expectStatus(packet, 'viewed');
    await sandbox.sign(envelope);
    await expectStatus(packet, 'completed');
    expect((await team.list('/assignments/assignment')).map(({ status }) => status)).toEqual([
      'signed_pending_acceptance',
    ]);
    expect(await deal.titles()).toContain('Jane Doe signed all pages for “Project Alder”.');
    expect(mailbox.received.filter(({ to }) => to.includes(email))).toHaveLength(1);
    expect(await deal.eventsOf(packet)).toEqual([
      'sent',
      'envelope_created',
      'envelope_opened',
      'viewed',
      'signed',
      'envelope_completed',
      'finished',
    ]);
    const row = await server.services.db
      .selectFrom('packets')
      .select(['num_pages', 'signed_file_key', 'certificate_file_key', 'certificate_num_pages'])
      .where('uuid', '=', packet)
      .executeTakeFirstOrThrow();
    expect(row.certificate_num_pages).toBe(1);
    for (const key of [row.signed_file_key, row.certificate_file_key])
      expect(await server.services.objects.stat(key ?? '')).not.toBeNull();
    expect(await deal.packetOf(packet)).toMatchObject({
      latest_document: { is_signed: true, num_pages: (row.num_pages ?? 0) + 1 },
      certificate_document: { sha256: pdfHash(row.certificate_file_key ?? ''), first_page: 1, num_pages: 1 },
    });
    const checked = await checkPacketEvidence(server.services, packet);
    expect(checked).toMatchObject({ faults: [], isUnsealed: false });
    const own = await visitor.get(`/signing/${token}`);
    expect(own.body).toMatchObject({ state: 'completed', has_file: true, on_paper: false });
  });
});

describe('a message from DocuSign', () => {
  test('changes nothing if its signature is wrong, and the sweep reads the status instead', async () => {
    const { packet, envelope } = await deal.sendPacket();
    expect(await sandbox.deliver(envelope, 'the key of somebody else')).toBe(401);
    sandbox.delivery = 'forged';
    await sandbox.sign(envelope);
    expect((await deal.packetOf(packet))['status']).toBe('sent');
    await deal.sweepLater();
    await expectStatus(packet, 'completed');
  });
});

describe('a person who signs in DocuSign and on paper', () => {
  test('gets one email with both links, once DocuSign has the pages', async () => {
    const { email, packet, onPaper } = await deal.makeWithPaper();
    const letGo = sandbox.holdCreation();
    const sent = await client.post('/packet/send', { packets: [packet, onPaper] });
    expect(sent.status, sent.text).toBe(200);
    const { db } = server.services;
    const mails = async () =>
      db.selectFrom('mails').select('packets').where('to_address', '=', email).execute();
    expect(await mails()).toEqual([]);
    letGo();
    await desk.linkFor(email);
    const about = (await mails()).map(({ packets }) => packets?.toSorted());
    expect(about).toEqual([[packet, onPaper].toSorted()]);
    const mail = (await mailbox.mails()).findLast(({ to }) => to?.some(({ address }) => address === email));
    const links = [...(mail?.text ?? '').matchAll(/^(.*):\n.*\/sign\/([\w-]{43})$/gm)];
    expect(links.map(([, label]) => label)).toEqual(['Review and sign “NDA”', 'Print and send back “Will”']);
    const states = links.map(async ([, , token]) => (await visitor.get(`/signing/${token}`)).body.state);
    expect(await Promise.all(states)).toEqual(['elsewhere', 'paper']);
  });
});

describe('a packet that can’t be signed in DocuSign', () => {
  test.each([
    ['a deed', { item: { is_deed: true } }],
    ['a page with a witness', { assignment: { requires_witness: true } }],
  ])(
    'because of %s is refused with an alternative, and is sent once Counterpart is chosen',
    async (_, why) => {
      const email = `jane-${v7()}@alpha.test`;
      const jane = await team.person('Jane Doe', { email });
      const item = await team.item('Guarantee');
      if ('item' in why)
        expect((await client.patch(`/transactions/item/${item}`, why.item)).status).toBe(200);
      const { uuid } = await team.assign(item, jane);
      if ('assignment' in why)
        expect((await client.patch(`/assignments/assignment/${uuid}`, why.assignment)).status).toBe(200);
      const packet = await desk.make(team, { signatories: [jane] });
      const problem =
        '“Guarantee” needs a witness, and DocuSign packets can’t have one. Choose Counterpart as the e-signing service, or have the packet signed on paper.';
      const shown = (await client.get(`/packet/${packet}`)).body.problems;
      expect(shown).toContain(problem);
      const refused = await client.post(`/packet/${packet}/send`, {});
      expect(refused.status).toBe(422);
      expect(refused.body.error_message).toBe(problem);
      await client.patch(`/transactions/transaction/${team.deal}`, { esigning_service: 'counterpart' });
      expect((await client.get(`/packet/${packet}`)).body.problems).not.toContain(problem);
    },
  );
});
