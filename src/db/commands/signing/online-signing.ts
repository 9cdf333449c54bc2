import type { SignatoryAct } from '../../../contract/entities/signing/listed-signatory.ts';
import type { Signatory } from '../../../contract/entities/signing/signatory.ts';
import type { Camelized } from '../../codec.ts';
import { requestTo } from '../../outbox/command.ts';
import type { CallOutcome, OnlineCall } from '../account/online-calls.ts';

/** A signatory's history, latest first. It is not stored on the device. */
export type AuditLogAnswer =
  | { outcome: 'done'; acts: Camelized<SignatoryAct>[] }
  | Exclude<CallOutcome, { outcome: 'done' }>;

/** The signatories of another deal, whose rows needn't be on the device. */
export type SignatoriesAnswer =
  | { outcome: 'done'; signatories: Camelized<Signatory>[] }
  | Exclude<CallOutcome, { outcome: 'done' }>;

/** The deal of an item that needn't be on the device. */
export type DealOfItemAnswer =
  | { outcome: 'done'; transaction: string }
  | Exclude<CallOutcome, { outcome: 'done' }>;

/**
 * Reminds a signatory by email of documents that are out for signature. @param force sends it even if they were
 * reminded today
 */
export function sendReminder(signatory: string, force: boolean): OnlineCall {
  return { request: requestTo('signatories', 'sendReminder', { id: signatory, force }), changes: [] };
}

/** Copies signatories of other deals into a deal, with the relations among them. */
export function duplicateSignatories(transaction: string, signatories: readonly string[]): OnlineCall {
  return {
    request: requestTo('signatories', 'bulkDuplicate', { transaction, signatories: [...signatories] }),
    changes: [],
  };
}

/** A representative who takes over open signatures, while sent ones stay with the previous one. */
export interface TakeOver {
  transaction: string;
  entity: string;
  /** The previous relation. */
  from: string;
  /** The new relation, which is added. */
  to: { uuid: string; signatory: string; title: string };
  /** The signatory of that relation, if new. */
  added: { uuid: string; fullName: string; isOrg: boolean } | null;
}

/** Returns the calls that give open signatures to another representative, in order. Each can be repeated. */
export function takeOver({ transaction, entity, from, to, added }: TakeOver): OnlineCall[] {
  const { uuid, signatory, title } = to;
  const replacing = {
    entity_pk: entity,
    existing_representative_pk: from,
    new_representative_pk: uuid,
    open_only: true,
  };
  return [
    ...(added
      ? [
          requestTo('signatories', 'create', {
            transaction,
            uuid: added.uuid,
            full_name: added.fullName,
            is_org: added.isOrg,
          }),
        ]
      : []),
    requestTo('representatives', 'create', { id: entity, uuid, signatory, title }),
    requestTo('representatives', 'replace', replacing),
  ].map((request) => ({ request, changes: [] }));
}
