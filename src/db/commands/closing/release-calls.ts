import type { LedgerLine } from '../../../contract/entities/closing/ledger-entry.ts';
import type { Watcher } from '../../../contract/entities/closing/watcher.ts';
import { requestTo } from '../../outbox/command.ts';
import type { Camelized } from '../../codec.ts';
import { newUuid } from '../../uuid.ts';
import type { CallOutcome, OnlineCall } from '../account/online-calls.ts';

// Releases need the server and are never queued, because nobody should learn an hour later that something else was released.

/** A deal's ledger in its wire format, because its hashes cover that. It is never stored on the device. */
export type LedgerAnswer =
  | { outcome: 'done'; lines: LedgerLine[] }
  | Exclude<CallOutcome, { outcome: 'done' }>;

/** The people who have a deal's closing board open. */
export type WatchersAnswer =
  | { outcome: 'done'; watchers: Camelized<Watcher>[] }
  | Exclude<CallOutcome, { outcome: 'done' }>;

/** What a release covers and requires. Either `items` or `assignments` is empty. */
export interface ReleaseContent {
  name: string;
  items: readonly string[];
  assignments: readonly string[];
  effectiveDate: string | null;
  conditions: readonly { uuid?: string | undefined; text: string }[];
}

function call(request: OnlineCall['request']): OnlineCall {
  return { request, changes: [] };
}

function onWire({ name, items, assignments, effectiveDate, conditions }: ReleaseContent) {
  return {
    name,
    items: [...items],
    assignments: [...assignments],
    effective_date: effectiveDate,
    conditions: [...conditions],
  };
}

export function prepareRelease(transaction: string, content: ReleaseContent): OnlineCall {
  return call(requestTo('releases', 'create', { uuid: newUuid(), transaction, ...onWire(content) }));
}

/**
 * @param baseVersion the version of the row that the user has edited, so that later changes by somebody else aren't
 * overwritten
 */
export function changeRelease(release: string, content: ReleaseContent, baseVersion: number): OnlineCall {
  return { ...call(requestTo('releases', 'update', { id: release, ...onWire(content) })), baseVersion };
}

/** Marks a condition as met, or as open again. */
export function meetCondition(release: string, condition: string, met: boolean): OnlineCall {
  return call(requestTo('releases', 'meet', { id: release, condition, met }));
}

/** What a person confirms: the row, and the signatures that it covers, as shown on the screen. */
export interface SeenRelease {
  uuid: string;
  version: number;
  signatures: readonly string[];
}

/** Confirms a release as the user saw it, or withdraws the user's own confirmation. */
export function confirmRelease(
  { uuid: id, version: baseVersion, signatures }: SeenRelease,
  confirmed: boolean,
): OnlineCall {
  const body = confirmed ? { id, confirmed, signatures: [...signatures] } : { id, confirmed };
  return { ...call(requestTo('releases', 'confirm', body)), baseVersion };
}

/** Releases everything that a release covers. */
export function releasePages(release: string): OnlineCall {
  return call(requestTo('releases', 'release', { id: release }));
}

export function withdrawRelease(release: string, reason: string): OnlineCall {
  return call(requestTo('releases', 'withdraw', { id: release, reason }));
}

/** Requests the ledger as a PDF. */
export function downloadLedger(transaction: string): OnlineCall {
  return call(requestTo('releases', 'ledgerPdf', { transaction }));
}

/** Tries again to create executed documents. */
export function retryCollations(transaction: string, items: readonly string[]): OnlineCall {
  return call(requestTo('collations', 'retry', { transaction, item_uuids: [...items] }));
}

/** Stops creating executed documents. */
export function cancelCollations(transaction: string, items: readonly string[]): OnlineCall {
  return call(requestTo('collations', 'cancel', { transaction, item_uuids: [...items] }));
}

/** Sets how many different people have to confirm a release. */
export function setReleaseConfirmations(transaction: string, needed: 1 | 2): OnlineCall {
  return call(requestTo('transactions', 'update', { id: transaction, release_confirmations: needed }));
}
