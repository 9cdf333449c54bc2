import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { isFilledBySigner, tidyValues } from '../../../src/contract/rules/signing/fields/fill-tabs.ts';
import { isOut } from '../../../src/contract/rules/signing/packets/packet-status.ts';
import type { Envelope } from '../../docusign/envelope.ts';
import type { Services } from '../../services.ts';
import { pdfHash } from '../../storage/object-keys.ts';
import { changeRow, selectRows } from '../../store/deals/collection-rows.ts';
import { writeAsServer } from '../../store/deals/deal-write.ts';
import {
  endEnvelope,
  storeEnvelopeId,
  type PacketEnvelope,
} from '../../store/deals/packets/docusign-envelopes.ts';
import { readPagesToSign } from '../../store/deals/packets/pages-to-sign.ts';
import { hashOfSignedPage } from '../../store/deals/packets/signed-pages.ts';
import { appendSigningEvent, BY_SERVER } from '../../store/deals/packets/signing-events.ts';
import { endPacket } from '../packets/end-packet.ts';
import { notifyOfProgress } from '../packets/room/notify-of-progress.ts';
import { notifyOfPacket } from '../packets/notify-of-packet.ts';
import { postWaitingEmail } from '../packets/sending/waiting-email.ts';
import { storeSignedPages } from '../packets/room/sign-pages.ts';
import { completePacket, noteViewed, type Signing } from '../packets/room/sign-packet.ts';

/** The stored files of a completed envelope. */
export interface SignedFiles {
  readonly signedKey: string;
  readonly certificateKey: string;
  readonly certificatePages: number;
}

type Ours = Pick<PacketEnvelope, 'uuid' | 'transaction'>;

/** Performs an act on a packet that its signatory can still sign, under the deal's lock. Otherwise, nothing happens. */
async function write(
  services: Services,
  { uuid, transaction }: Ours,
  command: string,
  work: (signing: Signing) => Promise<void>,
): Promise<void> {
  await writeAsServer(
    services,
    command,
    async () => transaction,
    async (scope) => {
      const [packet] = await selectRows(scope.tx, packetCollection, { deal: transaction, among: [uuid] });
      if (packet && isOut(packet.status)) await work({ scope, packet, by: BY_SERVER });
    },
  );
}

/**
 * Records that DocuSign has the pages, and emails the link to them, unless the email waits for others. If the packet has ended in the meantime, only the id is stored.
 * @returns whether another attempt has already created a different envelope, which is the one that counts
 */
export async function noteCreated(services: Services, ours: Ours, envelope: string): Promise<boolean> {
  let isSecond = false;
  await writeAsServer(
    services,
    'docusign.created',
    async () => ours.transaction,
    async (scope) => {
      const { tx } = scope;
      const before = await storeEnvelopeId(tx, ours.uuid, envelope);
      isSecond = before !== null && before !== envelope;
      if (before !== null) return;
      const [packet] = await selectRows(tx, packetCollection, { deal: scope.deal.uuid, among: [ours.uuid] });
      if (!packet || !isOut(packet.status)) return;
      await clearProblem({ scope, packet, by: BY_SERVER });
      const details = { envelope_id: envelope };
      await appendSigningEvent(scope, packet.uuid, { kind: 'envelope_created', by: BY_SERVER, details });
      await postWaitingEmail(scope, packet);
    },
  );
  return isSecond;
}

/**
 * Records that the envelope of a packet that has ended here can still be signed at DocuSign, and notifies its sender the
 * first time.
 * @param problem why it couldn't be voided
 */
export async function noteOpenThere(services: Services, ours: Ours, problem: string): Promise<void> {
  await writeAsServer(
    services,
    'docusign.open_there',
    async () => ours.transaction,
    async (scope) => {
      const [packet] = await selectRows(scope.tx, packetCollection, {
        deal: scope.deal.uuid,
        among: [ours.uuid],
      });
      if (!packet || isOut(packet.status) || packet.service_problem === problem) return;
      await changeRow(scope.tx, 'packets', packet.uuid, { service_problem: problem, ...scope.stamp });
      scope.put('packets', packet.uuid, { fields: ['service_problem'] });
      if (packet.service_problem === null) await notifyOfPacket(scope, packet, 'open_there');
    },
  );
}

/** Records that nothing more can happen to the envelope of a packet that has ended here. */
export async function noteVoided(services: Services, ours: Ours): Promise<void> {
  await writeAsServer(
    services,
    'docusign.voided_there',
    async () => ours.transaction,
    async (scope) => {
      const [packet] = await selectRows(scope.tx, packetCollection, {
        deal: scope.deal.uuid,
        among: [ours.uuid],
      });
      if (packet && !isOut(packet.status)) await clearProblem({ scope, packet, by: BY_SERVER });
    },
  );
  await endEnvelope(services.db, ours.uuid, services.now());
}

/** Records that nothing blocks a packet at DocuSign anymore. */
export async function noteSolved(services: Services, ours: Ours): Promise<void> {
  await write(services, ours, 'docusign.solved', clearProblem);
}

/** Records why DocuSign doesn't take a packet, or why its file can't be fetched, and notifies its sender the first time. */
export async function noteProblem(services: Services, ours: Ours, problem: string): Promise<void> {
  await write(services, ours, 'docusign.problem', async ({ scope, packet }) => {
    if (packet.service_problem === problem) return;
    await changeRow(scope.tx, 'packets', packet.uuid, { service_problem: problem, ...scope.stamp });
    scope.put('packets', packet.uuid, { fields: ['service_problem'] });
    if (packet.service_problem === null) await notifyOfPacket(scope, packet, 'held');
    await postWaitingEmail(scope, packet);
  });
}

async function clearProblem({ scope, packet }: Signing): Promise<void> {
  if (packet.service_problem === null) return;
  await changeRow(scope.tx, 'packets', packet.uuid, { service_problem: null, ...scope.stamp });
  scope.put('packets', packet.uuid, { fields: ['service_problem'] });
}

/** Records that the signatory has opened the pages at DocuSign. */
export async function noteOpened(services: Services, ours: Ours): Promise<void> {
  await write(services, ours, 'docusign.viewed', noteViewed);
}

/** Records that the envelope ended there without signatures. */
export async function noteEnded(
  services: Services,
  ours: Ours,
  { status, reason }: { status: 'declined' | 'voided'; reason: string },
): Promise<void> {
  await write(services, ours, `docusign.${status}`, async ({ scope, packet, by }) => {
    const said = reason.trim();
    if (status === 'declined') {
      const declined_reason = said || 'No reason was given in DocuSign.';
      await endPacket(scope, packet, { status, declined_reason });
      const details = { reason: declined_reason };
      await appendSigningEvent(scope, packet.uuid, { kind: 'declined', by, details });
      await notifyOfProgress(scope);
    } else {
      const cancelled_reason = `The envelope was voided in DocuSign${said === '' ? '.' : `: ${said}`}`;
      await endPacket(scope, packet, { status: 'cancelled', cancelled_reason });
      const details = { reason: cancelled_reason };
      await appendSigningEvent(scope, packet.uuid, { kind: 'cancelled', by, details });
      await notifyOfPacket(scope, packet, 'voided');
    }
    await endEnvelope(scope.tx, packet.uuid, scope.now);
  });
}

/** Completes a packet with what was signed and entered at DocuSign, as if it had been signed in its room. */
export async function noteCompleted(
  services: Services,
  ours: Ours,
  { envelopeId, envelope, files }: { envelopeId: string; envelope: Envelope; files: SignedFiles },
): Promise<void> {
  await write(services, ours, 'docusign.completed', async (signing) => {
    const { scope, packet, by } = signing;
    const { signedKey, certificateKey, certificatePages } = files;
    await noteViewed(signing);
    await storeSignedPages(signing, await pagesAsSigned(signing, envelope));
    await changeRow(scope.tx, 'packets', packet.uuid, {
      signed_file_key: signedKey,
      certificate_file_key: certificateKey,
      certificate_num_pages: certificatePages,
      mail_problem: null,
      service_problem: null,
    });
    scope.put('packets', packet.uuid, { fields: ['latest_document', 'certificate_document'] });
    const details = {
      envelope_id: envelopeId,
      sha256: pdfHash(signedKey),
      certificate_sha256: pdfHash(certificateKey),
    };
    await appendSigningEvent(scope, packet.uuid, { kind: 'envelope_completed', by, details });
    await completePacket(signing);
    await endEnvelope(scope.tx, packet.uuid, scope.now);
  });
}

async function pagesAsSigned({ scope, packet }: Signing, { values, signedAt }: Envelope) {
  const pages = await readPagesToSign(scope.tx, packet.uuid);
  return pages
    .filter(({ isSigned }) => !isSigned)
    .map((page) => {
      const own = page.tabs.filter(isFilledBySigner).map(({ uuid }) => [uuid, values[uuid] ?? ''] as const);
      const entered = tidyValues(Object.fromEntries(own));
      return {
        ...page,
        values: entered,
        covers: hashOfSignedPage(page.sha256, entered),
        signedAt: signedAt ?? scope.now,
        deviceAt: null,
        utcOffset: 0,
      };
    });
}

/**
 * Notifies those who wait for a packet that somebody signed at DocuSign after it had ended here. Those signatures don't
 * count.
 */
export async function noteLateSignature(services: Services, ours: Ours): Promise<void> {
  await writeAsServer(
    services,
    'docusign.late',
    async () => ours.transaction,
    async (scope) => {
      const rows = await selectRows(scope.tx, packetCollection, {
        deal: scope.deal.uuid,
        among: [ours.uuid],
      });
      for (const packet of rows) {
        // The row may say that the envelope couldn't be voided. Nothing is left to void now.
        await clearProblem({ scope, packet, by: BY_SERVER });
        await notifyOfPacket(scope, packet, 'late');
      }
      await endEnvelope(scope.tx, ours.uuid, scope.now);
    },
  );
  // Nobody can be notified about a deleted deal.
  await endEnvelope(services.db, ours.uuid, services.now());
}
