import { writeFile, rm, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isOut } from '../../../src/contract/rules/signing/packets/packet-status.ts';
import {
  noteCompleted,
  noteCreated,
  noteEnded,
  noteLateSignature,
  noteOpened,
  noteOpenThere,
  noteProblem,
  noteSolved,
  noteVoided,
  type SignedFiles,
} from '../../commands/docusign/note-envelope.ts';
import { ConversionError } from '../../convert/conversion-error.ts';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import { readPdf } from '../../convert/readers/read-pdf.ts';
import type { Docusign } from '../../docusign/docusign-client.ts';
import { envelopeOfPacket } from '../../docusign/envelope-of-packet.ts';
import type { Failure } from '../../docusign/send-request.ts';
import { log } from '../../log.ts';
import { expirePacket } from './expire-packets.ts';
import { settleEnvelopeKind } from '../../queue/job-kinds.ts';
import type { Services } from '../../services.ts';
import {
  checkRegularly,
  CLAIM_MS,
  claimCreation,
  CONNECT_PATH,
  holdCreation,
  openEnvelopes,
  readPacketEnvelope,
  releaseCreation,
  retryVoidTomorrow,
  settleAt,
  storeEnvelopeId,
  sweepEnvelopes,
  type PacketEnvelope,
} from '../../store/deals/packets/docusign-envelopes.ts';
import { keepPacketPdf } from './keep-packet-pdf.ts';

/** How often to look for envelopes about which no message arrived. */
const SWEEP_MS = 5 * 60_000;

// sent --> envelope created --> link emailed --> opened, then completed, declined or voided at DocuSign
//   |                                              |
//   +---- canceled, expired or on paper here ------+--> envelope voided
//
// The job reads both sides and takes the next step. It is enqueued when a packet is sent or ends, when DocuSign sends a message, and by a
// sweep. A message that is late, doubled or lost changes nothing: only what DocuSign answers when it is asked counts.

/**
 * Starts the job that synchronizes packets and their envelopes at DocuSign. Returns a function that stops looking for lost
 * messages.
 */
export async function workOnEnvelopes(services: Services): Promise<() => Promise<void>> {
  const { docusign } = services;
  if (!docusign) {
    // This takes one write for each packet, so the server's start doesn't wait for it.
    const reporting = reportMissingSettings(services).catch((error: unknown) =>
      log.error({ err: error }, 'packets could not show that DocuSign isn’t set up'),
    );
    return async () => reporting;
  }
  await services.jobs.work(settleEnvelopeKind, {
    concurrency: 4,
    run: async ({ packet }, { signal }) => settle({ services, docusign, signal }, packet),
    failed: async ({ packet }, reason) => {
      log.error({ packet, reason }, 'a packet and its envelope at DocuSign could not be settled');
      await noteUnreachable(services, packet);
    },
  });
  const sweep = async () =>
    sweepEnvelopes(services).catch((error: unknown) =>
      log.error({ err: error }, 'envelopes at DocuSign could not be looked for'),
    );
  await sweep();
  const timer = setInterval(() => void sweep(), SWEEP_MS).unref();
  return async () => clearInterval(timer);
}

/** Records on each packet at DocuSign that the settings for DocuSign were removed, and logs that as an error. */
async function reportMissingSettings(services: Services): Promise<void> {
  const envelopes = await openEnvelopes(services.db);
  if (envelopes.length === 0) return;
  log.error(
    { envelopes: envelopes.length },
    'envelopes are open in DocuSign, but its settings are missing: they can be signed there, but no signature comes back',
  );
  for (const ours of envelopes)
    await noteProblem(services, ours, NOT_SET_UP).catch((error: unknown) =>
      log.error({ err: error, packet: ours.uuid }, 'a packet could not show that DocuSign isn’t set up'),
    );
}

const NOT_SET_UP =
  'DocuSign is no longer set up on this server, so signatures there won’t reach Counterpart. Ask your Counterpart operator to set it up again.';

interface Work {
  services: Services;
  docusign: Docusign;
  signal: AbortSignal;
}

async function settle(work: Work, packet: string): Promise<void> {
  const ours = await readPacketEnvelope(work.services.db, packet);
  if (!ours) return;
  if (ours.ended_at !== null) {
    // Its pages came back on paper, which voided the envelope, and then one of them was taken back. Its link would lead
    // nowhere.
    if (isWaiting(ours)) await noteEnded(work.services, ours, { status: 'voided', reason: BACK_ON_PAPER });
    return;
  }
  if (!isWaiting(ours)) return withdraw(work, ours);
  if (ours.envelope_id === null) return hand(work, ours);
  return follow(work, ours, ours.envelope_id);
}

/** Returns whether its signatory can still sign it. */
function isWaiting({ status, deleted_at, deal_deleted_at }: PacketEnvelope): boolean {
  return isOut(status) && deleted_at === null && deal_deleted_at === null;
}

const BACK_ON_PAPER = 'Its pages had come back on paper. Create it again to send it.';

function hasExpired({ expires_at: end }: PacketEnvelope, now: Date): boolean {
  return end !== null && end <= now;
}

/** Notifies people why a packet is stuck if its signatory should have received an email long before `at`. */
async function noteLongWait(
  services: Services,
  ours: PacketEnvelope,
  { at, problem }: { at: Date; problem: string },
): Promise<void> {
  const { envelope_id: id, sent_at: sentAt } = ours;
  if (id === null && isWaiting(ours) && sentAt !== null && at.getTime() - sentAt.getTime() > PATIENCE_MS)
    await noteProblem(services, ours, problem);
}

const PATIENCE_MS = 5 * 60_000;

/**
 * Notifies people why a packet is stuck, unless another job is creating its envelope; that job reports its own problems. The
 * next sweep tries again.
 */
export async function noteUnreachable(services: Services, packet: string): Promise<void> {
  const ours = await readPacketEnvelope(services.db, packet);
  if (ours && !isBeingCreated(ours, services.now())) await noteProblem(services, ours, UNREACHABLE);
}

/**
 * Returns whether an attempt to create the envelope started less than five minutes ago. The process that has an older claim may
 * have died. After an attempt that DocuSign didn't confirm, a claim that is held for less than five minutes looks like an old one;
 * when a claim is held for longer, people are notified at once (see `holdUnconfirmed`).
 */
function isBeingCreated({ envelope_id: id, claimed_until: until }: PacketEnvelope, now: Date): boolean {
  if (id !== null || until === null) return false;
  const left = until.getTime() - now.getTime();
  return left > CLAIM_MS - PATIENCE_MS && left <= CLAIM_MS;
}

const UNREACHABLE =
  'DocuSign can’t be reached, or its answers can’t be read. Counterpart keeps trying. Tell your administrator if it keeps happening.';

const LIMITED = 'DocuSign is limiting requests, so Counterpart will try again later.';

/** Creates the envelope, unless an earlier attempt created it and its confirmation was lost. */
async function hand(work: Work, ours: PacketEnvelope): Promise<void> {
  const { services, docusign } = work;
  const { db } = services;
  if (hasExpired(ours, services.now())) return expirePacket(services, ours);
  const taken = await claimCreation(db, ours.uuid, services.now());
  if (taken !== null) {
    // An attempt that has just started reports its own problems.
    const latest = await readPacketEnvelope(db, ours.uuid);
    const now = services.now();
    if (latest && !isBeingCreated(latest, now))
      await noteLongWait(services, latest, { at: now, problem: UNREACHABLE });
    return settleAt(services, ours.uuid, taken);
  }
  let failure: Failure;
  let mayExist = false;
  try {
    const found = await docusign.findEnvelopes(ours.uuid);
    if (found.kind === 'ok') {
      const [earlier] = found.value;
      if (earlier !== undefined) return await take(work, ours, earlier);
      const definition = await definitionOf(services, ours);
      mayExist = true;
      const created = await docusign.createEnvelope(definition);
      if (created.kind === 'ok') return await take(work, ours, created.value);
      mayExist = created.kind === 'retry';
      failure = created;
    } else failure = found;
  } catch (error) {
    // If the claim stayed, each retry would only wait for its end, and the job would never fail.
    if (mayExist) await holdUnconfirmed(services, ours);
    else await releaseCreation(db, ours.uuid);
    throw error;
  }
  if (mayExist) {
    log.warn({ packet: ours.uuid, failure }, 'DocuSign did not confirm an envelope');
    return settleAt(services, ours.uuid, await holdUnconfirmed(services, ours));
  }
  await releaseCreation(db, ours.uuid);
  return postpone(work, ours, failure);
}

/**
 * Delays the next attempt until DocuSign has had time to show an envelope that may exist. The job for such a packet never fails
 * for good, so people are notified here. Returns the time of the next attempt.
 */
async function holdUnconfirmed(services: Services, ours: PacketEnvelope): Promise<Date> {
  const next = await holdCreation(services.db, ours, services.now());
  await noteLongWait(services, ours, { at: next, problem: UNREACHABLE });
  return next;
}

/**
 * Stores the envelope of a packet. If the packet has ended in the meantime, the envelope is voided. If this process paused for so
 * long that another one has also created an envelope, the second one is voided.
 */
async function take(work: Work, ours: PacketEnvelope, envelope: string): Promise<void> {
  const { services } = work;
  if (!(await noteCreated(services, ours, envelope))) {
    const now = await readPacketEnvelope(services.db, ours.uuid);
    if (now?.ended_at === null && !isWaiting(now)) await withdraw(work, now);
    return;
  }
  await voidSecond(work, ours, envelope);
}

async function voidSecond({ docusign }: Work, ours: PacketEnvelope, envelope: string): Promise<void> {
  const voided = await docusign.voidEnvelope(envelope, 'These pages were sent in another envelope.');
  if (voided.kind !== 'ok')
    log.error({ packet: ours.uuid, envelope }, 'a second envelope of a packet could not be voided');
}

async function definitionOf({ db, objects, settings }: Services, ours: PacketEnvelope) {
  if (ours.file_key === null) throw new Error('The packet has no PDF.');
  const pages = await db
    .selectFrom('packet_pages')
    .select('sheet')
    .where('packet', '=', ours.uuid)
    .orderBy('order')
    .execute();
  return envelopeOfPacket({
    packet: ours.uuid,
    deal: ours.deal,
    name: ours.signer_name,
    email: ours.sent_to ?? '',
    pdf: await buffer(await objects.get(ours.file_key)),
    sheets: pages.map(({ sheet }) => sheet),
    connectUrl: `${settings.publicUrl}${CONNECT_PATH}`,
  });
}

/** Updates the packet to the state of its envelope. */
async function follow(work: Work, ours: PacketEnvelope, envelopeId: string): Promise<void> {
  const { services, docusign } = work;
  const read = await docusign.readEnvelope(envelopeId);
  if (read.kind !== 'ok') return postpone(work, ours, read);
  const envelope = read.value;
  const { status, reason } = envelope;
  if (status === 'declined' || status === 'voided') return noteEnded(services, ours, { status, reason });
  if (status === 'open') {
    // Only now is it certain that it wasn't signed in time. This also ends the envelope.
    if (hasExpired(ours, services.now())) return expirePacket(services, ours);
    if (ours.service_problem !== null) await noteSolved(services, ours);
    // DocuSign refused to void it, and then its packet was reopened.
    if (ours.checked_at !== null && ours.checked_at > services.now())
      await checkRegularly(services.db, ours.uuid, services.now());
    if (envelope.viewedAt !== null && ours.viewed_at === null) await noteOpened(services, ours);
    return;
  }
  if (ours.wrong_person !== null) return noteProblem(services, ours, NOT_FOR_THEM);
  const signed = await docusign.readSigned(envelopeId);
  if (signed.kind !== 'ok') return postpone(work, ours, signed);
  const certificate = await docusign.readCertificate(envelopeId);
  if (certificate.kind !== 'ok') return postpone(work, ours, certificate);
  const pages = await countPages(work, signed.value);
  const certificatePages = await countPages(work, certificate.value);
  const own = ours.num_pages ?? 0;
  // References to signed pages count from the start of the file. A different number of pages means different documents:
  // somebody may have corrected the envelope in DocuSign.
  if (certificatePages === 0 || pages !== own + certificatePages)
    return noteProblem(
      services,
      ours,
      `The pages were signed, but DocuSign’s signed file can’t be used: not counting the certificate, it should have ${own} ${own === 1 ? 'page' : 'pages'}.`,
    );
  const files: SignedFiles = {
    signedKey: await keepPacketPdf(services, signed.value),
    certificateKey: await keepPacketPdf(services, certificate.value),
    certificatePages,
  };
  await noteCompleted(services, ours, { envelopeId, envelope, files });
}

const NOT_FOR_THEM =
  'It was signed in DocuSign even though its signatory said it wasn’t for them. Cancel it, then create it again for the right person.';

/** Counts the pages of a PDF; 0 if it isn't readable. The file comes from outside, so it is read in the sandbox. */
async function countPages({ services: { settings }, signal }: Work, pdf: Uint8Array): Promise<number> {
  const folder = await makeWorkFolder(settings.workDir);
  try {
    const sourcePath = join(folder, 'source');
    const pictures = join(folder, 'pictures');
    await writeFile(sourcePath, pdf);
    await mkdir(pictures);
    return (await readPdf(pictures, { sourcePath, workRoot: settings.workDir, signal })).numPages;
  } catch (error) {
    if (error instanceof ConversionError) return 0;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Voids the envelope of a packet that has ended here. If it was signed first, people are notified. */
async function withdraw(work: Work, ours: PacketEnvelope): Promise<void> {
  if (ours.envelope_id !== null) return withdrawEnvelope(work, ours, ours.envelope_id);
  const { services, docusign } = work;
  const found = await docusign.findEnvelopes(ours.uuid);
  if (found.kind !== 'ok') return postpone(work, ours, found);
  const [unconfirmed] = found.value;
  if (unconfirmed !== undefined) return withdrawFound(work, ours, unconfirmed);
  // Another attempt may be creating it now, or may just have done so without a response, and then DocuSign takes a while to
  // show it. Once this job has the claim, nobody else can create it.
  const taken = await claimCreation(services.db, ours.uuid, services.now());
  if (taken !== null) return settleAt(services, ours.uuid, taken);
  // It may have been created between the search and the claim.
  const again = await docusign.findEnvelopes(ours.uuid);
  if (again.kind !== 'ok') {
    await releaseCreation(services.db, ours.uuid);
    return postpone(work, ours, again);
  }
  const [late] = again.value;
  return late === undefined ? noteVoided(services, ours) : withdrawFound(work, ours, late);
}

/** Stores and voids an envelope that was found by a search. If another one has been stored in the meantime, both are voided. */
async function withdrawFound(work: Work, ours: PacketEnvelope, found: string): Promise<void> {
  // DocuSign's search returns it for only seven days.
  const id = (await storeEnvelopeId(work.services.db, ours.uuid, found)) ?? found;
  if (id !== found) await voidSecond(work, ours, found);
  return withdrawEnvelope(work, ours, id);
}

async function withdrawEnvelope(work: Work, packet: PacketEnvelope, id: string): Promise<void> {
  const { services, docusign } = work;
  const ours = { ...packet, envelope_id: id };
  const read = await docusign.readEnvelope(id);
  if (read.kind !== 'ok') return leaveOpen(work, ours, read);
  if (read.value.status === 'completed') return noteLateSignature(services, ours);
  if (read.value.status === 'open') {
    const voided = await docusign.voidEnvelope(id, reasonOf(ours));
    if (voided.kind !== 'ok') {
      await leaveOpen(work, ours, voided);
      if (voided.kind === 'rejected') await retryVoidTomorrow(services.db, ours.uuid, services.now());
      return;
    }
  }
  await noteVoided(services, ours);
}

/** Notifies people that an envelope couldn't be voided, unless a retry may help. */
async function leaveOpen(
  work: Work,
  ours: PacketEnvelope & { envelope_id: string },
  failure: Failure,
): Promise<void> {
  const { services, docusign } = work;
  if (failure.kind === 'retry' || failure.kind === 'limited') return postpone(work, ours, failure);
  const isRefused = failure.kind === 'rejected';
  if (isRefused) {
    // It may have been signed or voided in the meantime.
    const now = await docusign.readEnvelope(ours.envelope_id);
    if (now.kind === 'ok' && now.value.status !== 'open')
      return now.value.status === 'completed'
        ? noteLateSignature(services, ours)
        : noteVoided(services, ours);
  }
  log.warn({ packet: ours.uuid, failure }, 'an envelope at DocuSign could not be voided');
  await noteOpenThere(services, ours, isRefused ? failure.sentence : NO_CONSENT);
  // Counterpart can't reach it, because it was deleted there or is in another account. So Counterpart could never detect that
  // the problem is gone.
  if (isRefused && failure.code === 'ENVELOPE_DOES_NOT_EXIST') await noteVoided(services, ours);
}

function reasonOf({ status, cancelled_reason }: PacketEnvelope): string {
  if (cancelled_reason) return cancelled_reason;
  if (status === 'expired') return 'The last day to sign has passed.';
  return status === 'completed' ? 'The pages came back on paper.' : 'The sender withdrew the documents.';
}

/** Schedules another run of the job if that can help, and shows people what they have to do. */
async function postpone({ services }: Work, ours: PacketEnvelope, failure: Failure): Promise<void> {
  switch (failure.kind) {
    case 'retry':
      log.warn({ packet: ours.uuid, reason: failure.reason }, 'DocuSign could not be asked');
      await noteLongWait(services, ours, { at: services.now(), problem: UNREACHABLE });
      throw new Error(failure.reason);
    case 'limited': {
      log.warn({ packet: ours.uuid, reason: failure.reason }, 'DocuSign limits requests');
      const at = failure.at ?? new Date(services.now().getTime() + LIMIT_MS);
      // The next attempt may be made much later, and the links to the person's other packets wait for this one.
      await noteLongWait(services, ours, { at, problem: LIMITED });
      return settleAt(services, ours.uuid, at);
    }
    case 'consent_required':
      return noteProblem(services, ours, NO_CONSENT);
    case 'rejected':
      log.warn({ packet: ours.uuid, code: failure.code }, 'DocuSign refused a request');
      return noteProblem(services, ours, failure.sentence);
  }
}

/** How long to wait after a rate limit if DocuSign doesn't say when it ends. */
const LIMIT_MS = 60_000;

const NO_CONSENT =
  'The DocuSign user of this server hasn’t allowed Counterpart to send envelopes. Ask the person who runs the server to run “npm run admin -- docusign”.';
