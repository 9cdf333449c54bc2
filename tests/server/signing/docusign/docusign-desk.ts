import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { settleNow, sweepEnvelopes } from '../../../../server/store/deals/packets/docusign-envelopes.ts';
import { setFeature } from '../../../../server/store/account/features.ts';
import { DocusignSandbox } from '../../../support/signing/docusign-sandbox.ts';
import { client, desk, openSigning, server, team, visitor } from '../open-signing.ts';
import { endSettling } from '../settling-jobs.ts';

export const SOON = { timeout: 40_000 };

export let sandbox: DocusignSandbox;
/** The deal of the current test, which is signed in DocuSign. */
export let deal: DocusignDeal;

/** Starts a server whose packets are signed in a DocuSign sandbox, and opens a new deal before each test. */
export function openDocusignSigning(): void {
  beforeAll(async () => {
    sandbox = await DocusignSandbox.start();
  });
  // Runs after the server has stopped.
  afterAll(async () => sandbox.stop());
  openSigning(() => ({ docusign: sandbox.settings }));
  beforeEach(async () => {
    deal = await prepareDeal();
  });
}

/** Has the deal signed in a DocuSign that starts without faults. Clears what earlier tests have left. */
async function prepareDeal() {
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
  const chosen = await client.patch(`/transactions/transaction/${team.deal}`, {
    esigning_service: 'docusign',
  });
  expect(chosen.status, chosen.text).toBe(200);
  const prepared = {
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
      const { email, packet } = await prepared.makePacket(item);
      const token = await desk.send(team, packet, email);
      return { email, packet, token, envelope: sandbox.envelopeOf(packet) };
    },
    async packetOf(packet: string) {
      const found = (await team.list('/packet')).find(({ uuid }) => uuid === packet);
      if (!found) throw new Error('The packet is gone.');
      return found;
    },
    async expectStatus(packet: string, status: string) {
      await expect.poll(async () => (await prepared.packetOf(packet))['status'], SOON).toBe(status);
    },
    async problemOf(packet: string) {
      return (await prepared.packetOf(packet))['service_problem'];
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
      await prepared.sweep();
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
  return prepared;
}

type DocusignDeal = Awaited<ReturnType<typeof prepareDeal>>;
