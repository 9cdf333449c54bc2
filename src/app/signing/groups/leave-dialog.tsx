import type { Signing } from '../../../contract/rules/signing/signatories/auth-rep.ts';
import type { Group, SigningGroups } from '../../../db/queries/signing/signatories/groups.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { ChangeNotes, Lines } from './change-notes.tsx';
import { LEAVING } from './groups-copy.ts';
import type { LeaveChanges } from './leave-changes.ts';
import styles from './leave-dialog.module.css';

/** A change that removes assignments, perhaps adds others, and the text of its question. */
export interface Leaving {
  title: string;
  confirm: string;
  /** The title if the change is blocked because pages were sent. */
  blocked: string;
  /** A sentence about what doesn't change. */
  stay?: string;
  /** The name of the group, if its pages are removed only when its next document is assigned. Members can still leave it. */
  later?: string;
  changes: LeaveChanges;
  /** The group that the member joins in the same change: another group, or this one in another capacity. */
  joins?: { group: Group; joining: readonly Signing[] };
  act: () => void;
}

interface LeaveDialogProps {
  leaving: Leaving;
  read: SigningGroups;
  onClose: () => void;
}

/** Shows what a change to a group removes and adds, or why the change is blocked. */
export function LeaveDialog({ leaving, read, onClose }: LeaveDialogProps) {
  const { title, confirm, blocked, stay, later, changes, joins, act } = leaving;
  if (changes.sent.length > 0 && later === undefined)
    return (
      <ModalDialog
        alert
        title={blocked}
        onClose={onClose}
        footer={<Button onClick={onClose}>{LEAVING.close}</Button>}
      >
        <Lines lead={LEAVING.sent} lines={changes.sent} />
        {changes.go.length > 0 ? <Lines lead={LEAVING.unsent} lines={changes.go} /> : null}
      </ModalDialog>
    );
  return (
    <ConfirmDialog title={title} confirm={confirm} onConfirm={act} onClose={onClose}>
      {changes.go.length > 0 ? <Lines lead={leadOf(leaving)} lines={changes.go} /> : null}
      {changes.sent.length > 0 ? <Lines lead={LEAVING.sentStays} lines={changes.sent} /> : null}
      {stay === undefined ? null : <p className={styles.note}>{stay}</p>}
      <ChangeNotes
        read={read}
        change={{ ...joins, removed: changes.removed }}
        later={later === undefined ? undefined : (joins?.group.row.name ?? later)}
      />
    </ConfirmDialog>
  );
}

function leadOf({ changes: { go }, later }: Leaving): string {
  return later === undefined ? LEAVING.goes(go.length) : LEAVING.goesLater(go.length, later);
}
