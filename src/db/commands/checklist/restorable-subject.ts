import { DEAL_COLLECTIONS, type RestorableKind } from '../../../contract/collections/deal-collections.ts';
import { elementCollection } from '../../../contract/collections/elements.ts';
import { DAY_MS, RESTORABLE_DAYS } from '../../../contract/retention.ts';
import { uuidOf } from '../../queries/status/edit-subjects.ts';
import type { RejectedRow } from '../../rows.ts';

/** The verbs of commands that change a row without deleting it. */
const CHANGES: ReadonlySet<string> = new Set(['update', 'rename', 'move', 'set-version']);

/** The kind of row that a command changes, as the server restores it. */
function kindChangedBy(command: string): RestorableKind | null {
  // Headers, documents and tasks are moved on the checklist as elements.
  if (command === 'element.move') return elementCollection.restorable;
  const [noun, verb = ''] = command.split('.');
  return CHANGES.has(verb)
    ? (DEAL_COLLECTIONS.find((each) => each.command === noun)?.restorable ?? null)
    : null;
}

/**
 * The row that a refused edit should change, if it was refused because that row was deleted and it can still be
 * restored; otherwise null. The device doesn't know when it was deleted, only that it was before the refusal, so 30
 * days later it is gone for good.
 */
export function restorableSubject(
  edit: RejectedRow,
  now: Date,
): { kind: RestorableKind; uuid: string } | null {
  const kind = kindChangedBy(edit.name);
  const uuid = uuidOf(edit);
  const isLate = now.getTime() - Date.parse(edit.rejectedAt) > RESTORABLE_DAYS * DAY_MS;
  if (edit.code !== 'not_found' || !kind || uuid === null || isLate) return null;
  return { kind, uuid };
}
