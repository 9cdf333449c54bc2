import { createHash } from 'node:crypto';
import { GENESIS, hashedText } from '../../../../src/contract/rules/evidence/hash-chain.ts';
import type { EvidenceEvent, HashedEvent } from '../../../../src/contract/entities/closing/evidence.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { DealWrite } from '../deal-write.ts';
import type { SigningEventKind } from '../../../../src/contract/rules/signing/packets/signing-events.ts';

/** The actor, as far as the server knows. */
export interface SigningActor {
  address: string;
  userAgent: string;
  /** By the device's clock. */
  deviceAt: Date | null;
}

/** The server itself. */
export const BY_SERVER: SigningActor = { address: '', userAgent: '', deviceAt: null };

export interface NewEvent {
  kind: SigningEventKind;
  by: SigningActor;
  /** The team member, if it isn't the user of this request. */
  actor?: string;
  details?: Record<string, unknown>;
}

/** Adds an event to the evidence of a packet, under the deal's lock. */
export async function appendSigningEvent(
  { tx, deal, now, actor: requester }: DealWrite,
  packet: string,
  { kind, by, actor = requester ?? undefined, details = {} }: NewEvent,
): Promise<void> {
  const last = await tx
    .selectFrom('signing_events')
    .select(['seq', 'hash'])
    .where('packet', '=', packet)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const event: HashedEvent = {
    packet,
    seq: (last?.seq ?? 0) + 1,
    kind,
    at: now.toISOString(),
    device_at: by.deviceAt?.toISOString() ?? null,
    actor: actor ?? null,
    address: by.address,
    user_agent: by.userAgent.slice(0, 500),
    details,
    previous_hash: last?.hash ?? GENESIS,
  };
  await tx
    .insertInto('signing_events')
    .values({
      ...event,
      kind,
      transaction: deal.uuid,
      at: now,
      device_at: by.deviceAt,
      details: JSON.stringify(details),
      hash: hashOfEvent(event),
    })
    .execute();
}

/** Returns the hash of an event, which covers everything about it and the previous event's hash. */
export function hashOfEvent(event: HashedEvent): string {
  return createHash('sha256').update(hashedText(event)).digest('hex');
}

/** Returns the evidence of a packet in order, in the form that its hashes cover. */
export async function readSigningEvents(db: Kysely<Tables>, packet: string): Promise<EvidenceEvent[]> {
  const rows = await db
    .selectFrom('signing_events')
    .selectAll()
    .where('packet', '=', packet)
    .orderBy('seq')
    .execute();
  return rows.map(({ transaction: _, at, device_at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    device_at: device_at?.toISOString() ?? null,
  }));
}
