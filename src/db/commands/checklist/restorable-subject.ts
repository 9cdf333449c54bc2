import { DAY_MS, RESTORABLE_DAYS } from '../../../contract/retention.ts';
import { uuidOf } from '../../queries/status/edit-subjects.ts';
import type { RejectedRow } from '../../rows.ts';
import type { RestorableKind } from './restore-deleted.ts';

/** What each command changes, as the server restores it. */
const CHANGED: Partial<Record<string, RestorableKind>> = {
  'header.rename': 'element',
  'element.move': 'element',
  'item.update': 'item',
  'item.set-version': 'item',
  'task.update': 'task',
  'document.update': 'document',
  'custom-key.rename': 'custom_key',
  'custom-key.move': 'custom_key',
};

/**
 * What a refused edit was to change, if the server refused it because that was deleted and may still restore it; null = that is
 * not so. Nobody knows here when it was deleted: it was before the refusal, so after 30 days more it is gone for good.
 */
export function restorableSubject(
  edit: RejectedRow,
  now: Date,
): { kind: RestorableKind; uuid: string } | null {
  const kind = CHANGED[edit.name];
  const uuid = uuidOf(edit);
  const isLate = now.getTime() - Date.parse(edit.rejectedAt) > RESTORABLE_DAYS * DAY_MS;
  if (edit.code !== 'not_found' || !kind || uuid === null || isLate) return null;
  return { kind, uuid };
}
