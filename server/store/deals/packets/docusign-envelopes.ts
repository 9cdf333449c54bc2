import type { Kysely, Selectable } from 'kysely';
import { settleEnvelopeKind } from '../../../queue/job-kinds.ts';
import type { Services } from '../../../services.ts';
import type { Tables, Tx } from '../../tables.ts';
import type { DealWrite } from '../deal-write.ts';
import type { PacketTable } from './packet-tables.ts';

/** Where DocuSign sends events of envelopes. */
export const CONNECT_PATH = '/api/docusign/connect';

/** How long only one process may try to create an envelope. Longer than all calls of one attempt take together. */
export const CLAIM_MS = 10 * 60_000;

/** How long DocuSign may take to find an envelope whose creation it didn't confirm. */
const FOUND_MS = 60_000;

/** The longest pause between attempts to create an envelope. */
const PAUSE_MAX_MS = 60 * 60_000;

/** How often an envelope is compared with DocuSign if no message about it arrives. DocuSign allows no more. */
const CHECK_MS = 15 * 60_000;

/** How often voiding is retried if DocuSign refuses to void an envelope, which only people can resolve. */
const RETRY_VOID_MS = 24 * 60 * 60_000;

/** A packet with its envelope. */
export type PacketEnvelope = Selectable<PacketTable> & {
  envelope_id: string | null;
  signer_name: string;
  ended_at: Date | null;
  checked_at: Date | null;
  claimed_until: Date | null;
  deal: string;
  deal_deleted_at: Date | null;
};

/** Enqueues a job that hands a packet over to DocuSign once the write is committed. */
export async function startEnvelope(
  { tx, deal, services }: DealWrite,
  { packet, signer_name }: { packet: string; signer_name: string },
): Promise<void> {
  await tx.insertInto('docusign_envelopes').values({ packet, transaction: deal.uuid, signer_name }).execute();
  await services.jobs.enqueue(tx, settleEnvelopeKind, { packet });
}

/** Enqueues a job that notifies DocuSign of what happened to a packet, if it is there. */
export async function settleEnvelope(
  { tx, services }: Pick<DealWrite, 'tx' | 'services'>,
  { uuid, esigning_service }: Pick<Selectable<PacketTable>, 'uuid' | 'esigning_service'>,
): Promise<void> {
  if (esigning_service === 'docusign') await services.jobs.enqueue(tx, settleEnvelopeKind, { packet: uuid });
}

/**
 * Returns those of these packets that aren't in DocuSign yet, or no longer (`ended`): links to them would lead nowhere.
 */
export async function withoutOpenEnvelope(
  tx: Tx,
  packets: readonly string[],
): Promise<Map<string, 'not_yet' | 'ended'>> {
  if (packets.length === 0) return new Map();
  const waiting = await tx
    .selectFrom('docusign_envelopes')
    .select(['packet', 'ended_at'])
    .where('packet', 'in', packets)
    .where((is) => is.or([is('envelope_id', 'is', null), is('ended_at', 'is not', null)]))
    .execute();
  return new Map(waiting.map(({ packet, ended_at }) => [packet, ended_at === null ? 'not_yet' : 'ended']));
}

/** Returns a packet with its envelope; undefined if it has none. */
export async function readPacketEnvelope(
  db: Kysely<Tables>,
  packet: string,
): Promise<PacketEnvelope | undefined> {
  return db
    .selectFrom('docusign_envelopes')
    .innerJoin('packets', 'packets.uuid', 'docusign_envelopes.packet')
    .innerJoin('transactions', 'transactions.uuid', 'packets.transaction')
    .selectAll('packets')
    .select(['docusign_envelopes.envelope_id', 'signer_name', 'docusign_envelopes.ended_at'])
    .select(['checked_at', 'claimed_until'])
    .select(['transactions.name as deal', 'transactions.deleted_at as deal_deleted_at'])
    .where('docusign_envelopes.packet', '=', packet)
    .executeTakeFirst();
}

/** Returns the packet of an envelope; null if it isn't ours. */
export async function packetOfEnvelope(db: Kysely<Tables>, envelope: string): Promise<string | null> {
  const row = await db
    .selectFrom('docusign_envelopes')
    .select('packet')
    .where('envelope_id', '=', envelope)
    .executeTakeFirst();
  return row?.packet ?? null;
}

/** Returns null if the caller may create the envelope now. Otherwise, another process is creating it, until the returned time at the latest. */
export async function claimCreation(db: Kysely<Tables>, packet: string, now: Date): Promise<Date | null> {
  const until = new Date(now.getTime() + CLAIM_MS);
  const { numUpdatedRows } = await db
    .updateTable('docusign_envelopes')
    .set({ claimed_until: until })
    .where('packet', '=', packet)
    .where('envelope_id', 'is', null)
    .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<=', now)]))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return null;
  const claimed = await db
    .selectFrom('docusign_envelopes')
    .select('claimed_until')
    .where('packet', '=', packet)
    .executeTakeFirst();
  return claimed?.claimed_until ?? until;
}

/** Lets the next attempt create the envelope now, because this attempt certainly didn't. */
export async function releaseCreation(db: Kysely<Tables>, packet: string): Promise<void> {
  await db
    .updateTable('docusign_envelopes')
    .set({ claimed_until: null })
    .where('packet', '=', packet)
    .execute();
}

/**
 * Keeps other attempts from creating an envelope that this one may have created, until DocuSign would find it. Each pause is
 * as long as the packet has already waited, so that many such packets don't keep the queue busy.
 * @returns when the next attempt may be made
 */
export async function holdCreation(
  db: Kysely<Tables>,
  { uuid, sent_at: sentAt }: Pick<PacketEnvelope, 'uuid' | 'sent_at'>,
  now: Date,
): Promise<Date> {
  const waited = now.getTime() - (sentAt ?? now).getTime();
  const until = new Date(now.getTime() + Math.min(PAUSE_MAX_MS, Math.max(FOUND_MS, waited)));
  await db
    .updateTable('docusign_envelopes')
    .set({ claimed_until: until })
    .where('packet', '=', uuid)
    .execute();
  return until;
}

/**
 * Stores the id of a packet's envelope, unless it already has one. Reopens the row if it was closed because no envelope had been
 * found. Returns the earlier id, or null.
 */
export async function storeEnvelopeId(
  db: Kysely<Tables>,
  packet: string,
  envelope_id: string,
): Promise<string | null> {
  const { numUpdatedRows } = await db
    .updateTable('docusign_envelopes')
    .set({ envelope_id, ended_at: null })
    .where('packet', '=', packet)
    .where('envelope_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return null;
  const stored = await db
    .selectFrom('docusign_envelopes')
    .select('envelope_id')
    .where('packet', '=', packet)
    .executeTakeFirst();
  return stored?.envelope_id ?? null;
}

/** Records that nothing more can happen to an envelope. */
export async function endEnvelope(db: Kysely<Tables>, packet: string, now: Date): Promise<void> {
  await db.updateTable('docusign_envelopes').set({ ended_at: now }).where('packet', '=', packet).execute();
}

/** Schedules a job that compares an envelope with DocuSign at a given time. Until then, the sweep leaves it alone. */
export async function settleAt(services: Services, packet: string, at: Date): Promise<void> {
  const { db, jobs } = services;
  const now = services.now().getTime();
  const delaySeconds = Math.min(3600, Math.max(1, Math.ceil((at.getTime() - now) / 1000)));
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('docusign_envelopes')
      .set({ checked_at: new Date(now + delaySeconds * 1000) })
      .where('packet', '=', packet)
      .execute();
    await jobs.enqueue(tx, settleEnvelopeKind, { packet }, { delaySeconds });
  });
}

/** Enqueues a job that compares an envelope with DocuSign now. */
export async function settleNow({ db, jobs }: Pick<Services, 'db' | 'jobs'>, packet: string): Promise<void> {
  await db.transaction().execute(async (tx) => jobs.enqueue(tx, settleEnvelopeKind, { packet }));
}

/** Makes the sweep leave an envelope alone for a day, because DocuSign refused to void it. */
export async function retryVoidTomorrow(db: Kysely<Tables>, packet: string, now: Date): Promise<void> {
  await setChecked(db, packet, new Date(now.getTime() + RETRY_VOID_MS - CHECK_MS));
}

/** Makes the sweep compare an envelope as often as any other again. */
export async function checkRegularly(db: Kysely<Tables>, packet: string, now: Date): Promise<void> {
  await setChecked(db, packet, now);
}

async function setChecked(db: Kysely<Tables>, packet: string, checked_at: Date): Promise<void> {
  await db.updateTable('docusign_envelopes').set({ checked_at }).where('packet', '=', packet).execute();
}

/** Returns what an ending packet still says about DocuSign: without settings for it, nothing can void the envelope. */
export function problemOnceEnded(
  { services }: Pick<DealWrite, 'services'>,
  { service_problem: problem }: Pick<Selectable<PacketTable>, 'service_problem'>,
): string | null {
  return services.docusign === null ? problem : null;
}

/** Returns the packets whose envelopes haven't ended. */
export async function openEnvelopes(
  db: Kysely<Tables>,
): Promise<Pick<Selectable<PacketTable>, 'uuid' | 'transaction'>[]> {
  return db
    .selectFrom('docusign_envelopes')
    .select(['packet as uuid', 'transaction'])
    .where('ended_at', 'is', null)
    .execute();
}

/** Enqueues a comparison with DocuSign for each envelope that had none for a while, because messages can get lost. */
export async function sweepEnvelopes(services: Services): Promise<void> {
  const { db, jobs } = services;
  const at = services.now();
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('docusign_envelopes')
      .set({ checked_at: at })
      .where('ended_at', 'is', null)
      .where((is) =>
        is.or([is('checked_at', 'is', null), is('checked_at', '<=', new Date(at.getTime() - CHECK_MS))]),
      )
      .returning('packet')
      .execute();
    for (const { packet } of rows) await jobs.enqueue(tx, settleEnvelopeKind, { packet });
  });
}
