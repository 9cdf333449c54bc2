import type {
  ListedSignatory,
  SignatoryAct,
} from '../../../../contract/entities/signing/listed-signatory.ts';
import type { Camelized } from '../../../codec.ts';
import { requestTo } from '../../../outbox/command.ts';
import type { CallOutcome, OnlineCall } from '../../account/online-calls.ts';

/** A signatory's history, latest first. It is not stored on the device. */
export type AuditLogAnswer =
  | { outcome: 'done'; acts: Camelized<SignatoryAct>[] }
  | Exclude<CallOutcome, { outcome: 'done' }>;

/** The signatories of another deal, whose rows needn't be on the device, with their representatives. */
export type SignatoriesAnswer =
  | { outcome: 'done'; signatories: Camelized<ListedSignatory>[] }
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
