import { v7 } from 'uuid';
import { expect } from 'vitest';
import { settleNow, sweepEnvelopes } from '../../../../server/store/deals/packets/docusign-envelopes.ts';
import { setFeature } from '../../../../server/store/account/features.ts';
import { DocusignSandbox } from '../../../support/signing/docusign-sandbox.ts';
import { MailCatcher } from '../../support/mail-catcher.ts';
import type { TestClient } from '../../support/test-client.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { openDeal } from '../deal-team.ts';
import { openDesk, type RoomDesk } from '../room/room-desk.ts';
import { endSettling } from '../settling-jobs.ts';

export const SOON = { timeout: 40_000 };

/** A server whose packets are signed in a DocuSign sandbox. */
export interface DocusignDesk {
  sandbox: DocusignSandbox;
  mailbox: MailCatcher;
  server: TestServer;
  /** A member of the firm. */
  client: TestClient;
  /** The device on which a signatory opens links. */
  visitor: TestClient;
  desk: RoomDesk;
  stop: () => Promise<void>;
}

export async function startDocusign(): Promise<DocusignDesk> {
  const sandbox = await DocusignSandbox.start();
  const mailbox = await MailCatcher.start();
  const server = await startTestServer({ smtpUrl: mailbox.url, docusign: sandbox.settings });
  return {
    sandbox,
    mailbox,
    server,
    client: await server.signIn('member@firm.test'),
    visitor: server.client(),
    desk: openDesk(server, mailbox),
    async stop() {
      await server.stop();
      await mailbox.down();
      await sandbox.stop();
    },
  };
}

/**
 * Opens a deal of the member that is signed in DocuSign, which starts without faults. Clears what earlier
 * tests have left.
 */
export async function openDocusignDeal({ sandbox, server, client, visitor, desk }: DocusignDesk) {
  sandbox.delivery = 'at_once';
  sandbox.hasConsent = true;
  sandbox.canSearch = true;
  sandbox.missingPages = 0;
  sandbox.callFaults.length = 0;
  await endSettling(server);
  const { db } = server.services;
  // Otherwise, a sweep would compare them all again.
  await db
    .updateTable('docusign_envelopes')
    .set({ ended_at: new Date() })
    .where('ended_at', 'is', null)
    .execute();
  const team = await openDeal(server, client);
  const chosen = await client.patch(`/transactions/transaction/${team.deal}`, {
    esigning_service: 'docusign',
  });
  expect(chosen.status, chosen.text).toBe(200);
  const deal = {
    team,
    /** Makes a packet of one person that is ready to be sent. */
    async makePacket(item?: string) {
      const email = `jane-${v7()}@alpha.test`;
      const jane = await team.person('Jane Doe', { email });
      await team.assign(item ?? (await team.item('NDA')), jane);
      return { email, packet: await desk.make(team, { signatories: [jane] }) };
    },
    /** The packets of one person: one for DocuSign, and one for a document that has to be signed on paper. */
    async makeWithPaper() {
      const email = `jane-${v7()}@alpha.test`;
      const jane = await team.person('Jane Doe', { email });
      const [will, nda] = [await team.item('Will'), await team.item('NDA')];
      await client.patch(`/transactions/item/${will}`, { requires_original_signatures: true });
      for (const each of [will, nda]) await team.assign(each, jane);
      await desk.make(team, { signatories: [jane] });
      const packets = await team.list('/packet');
      const [onPaper, packet] = [true, false].map(
        (needsPaper) => packets.find((each) => each['needs_paper'] === needsPaper)?.uuid ?? '',
      );
      if (!packet || !onPaper) throw new Error('A packet is missing.');
      return { email, packet, onPaper };
    },
    async sendPacket(item?: string) {
      const { email, packet } = await deal.makePacket(item);
      const token = await desk.send(team, packet, email);
      return { email, packet, token, envelope: sandbox.envelopeOf(packet) };
    },
    async packetOf(packet: string) {
      const found = (await team.list('/packet')).find(({ uuid }) => uuid === packet);
      if (!found) throw new Error('The packet is gone.');
      return found;
    },
    async expectStatus(packet: string, status: string) {
      await expect.poll(async () => (await deal.packetOf(packet))['status'], SOON).toBe(status);
    },
    async problemOf(packet: string) {
      return (await deal.packetOf(packet))['service_problem'];
    },
    async allowCanceling(is_active: boolean) {
      const { deal: transaction } = team;
      await setFeature(db, { name: 'CANCEL_ESIGN', transaction, is_active, set_at: new Date() });
    },
    async titles(): Promise<string[]> {
      return (await client.get('/notifications')).body.map(({ title }: { title: string }) => title);
    },
    envelopesOf: (packet: string) =>
      sandbox.envelopes.filter(({ transactionId }) => transactionId === packet),
    async eventsOf(packet: string): Promise<string[]> {
      const { events } = (await client.get(`/packet/${packet}`)).body;
      return events.map(({ kind }: { kind: string }) => kind);
    },
    /** Goes to DocuSign, like the button in the room. */
    async goThere(token: string) {
      const view = await visitor.post(`/signing/${token}/recipient_view`);
      expect(view.status, view.text).toBe(200);
      return sandbox.visit(view.body.redirect_url);
    },
    /** Sweeps all envelopes now, including those that were checked recently. */
    async sweep() {
      await db.updateTable('docusign_envelopes').set({ checked_at: null }).execute();
      await sweepEnvelopes(server.services);
    },
    /** Sweeps as if every earlier attempt to create an envelope had ended. */
    async sweepLater() {
      await db.updateTable('docusign_envelopes').set({ claimed_until: null }).execute();
      await deal.sweep();
    },
    /** Makes the server compare a packet with DocuSign now. */
    async settle(packet: string) {
      await settleNow(server.services, packet);
    },
    async readEnvelope(packet: string) {
      return db
        .selectFrom('docusign_envelopes')
        .select(['checked_at', 'claimed_until', 'ended_at'])
        .where('packet', '=', packet)
        .executeTakeFirstOrThrow();
    },
  };
  return deal;
}

export type DocusignDeal = Awaited<ReturnType<typeof openDocusignDeal>>;
