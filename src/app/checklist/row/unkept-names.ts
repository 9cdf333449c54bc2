import { createFormDrafts } from '../../lib/form/form-drafts.ts';
import type { NewKind } from '../move/new-place.ts';

/** Names that were typed but could not be kept on this device, by person and row (or kind of new row). */
const unkept = createFormDrafts<string>();

/** What the name of a new row is about, which has no id yet. */
export function newRow(kind: NewKind): string {
  return `new ${kind}`;
}

/** The name that its field opens with again; undefined = none waits. */
export function unkeptName(userId: string, about: string): string | undefined {
  return unkept.get(`${userId}/${about}`);
}

/** Keeps a typed name for its field where the command that takes it fails (SPEC: SHOW3). */
export function giveBackName(userId: string, about: string, name: string, command: Promise<unknown>): void {
  const key = `${userId}/${about}`;
  unkept.delete(key);
  command.catch(() => unkept.set(key, name));
}
