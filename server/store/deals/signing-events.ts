import { createHash } from 'node:crypto';
import type { DealWrite } from './deal-write.ts';
import type { SigningEventKind } from '../../../src/contract/rules/signing/signing-events.ts';

/** Before the first event of a packet. */
const GENESIS = '0'.repeat(64);

/** Who did something, as far as the server knows. */
export interface SigningActor {
  address: string;
  userAgent: string;
  /** By the device's clock. */
  deviceAt: Date | null;
}

export interface NewEvent {
  kind: SigningEventKind;
  by: SigningActor;
  /** The team member, if that isn't the one whose request this is. */
  actor?: string;
  details?: Record<string, unknown>;
}

/** An event as its hash covers it. */
export interface HashedEvent {
  packet: string;
  seq: number;
  kind: string;
  at: string;
  device_at: string | null;
  actor: string | null;
  address: string;
  user_agent: string;
  details: Record<string, unknown>;
  previous_hash: string;
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

/** Returns the hash of an event, which covers everything about it and the hash of the one before. */
export function hashOfEvent(event: HashedEvent): string {
  return createHash('sha256').update(canonical(event)).digest('hex');
}

/** JSON with its keys in order: the database keeps them in another one. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`;
}
