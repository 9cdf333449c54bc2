import { createFormDrafts } from '../../lib/form/form-drafts.ts';
import type { RowKind } from '../../../contract/rules/checklist/containment.ts';

/** Names that were typed but could not be saved on this device, by user and row (or kind of new row). */
const unkept = createFormDrafts<string>();

/** Returns the key of a new row, which has no id yet. */
export function newRow(kind: RowKind): string {
  return `new ${kind}`;
}

/** Returns the name that the field should open with; undefined = none. */
export function unkeptName(userId: string, about: string): string | undefined {
  return unkept.get(`${userId}/${about}`);
}

/** Puts a typed name back into its field if the command that saves it fails (SPEC: SHOW3). */
export function giveBackName(userId: string, about: string, name: string, command: Promise<unknown>): void {
  const key = `${userId}/${about}`;
  unkept.delete(key);
  command.catch(() => unkept.set(key, name));
}
