import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { LEAVING } from './groups-copy.ts';
import type { LeaveChanges } from './leave-changes.ts';
import styles from './leave-dialog.module.css';

/** Documents that the question names. */
const MOST_NAMED = 8;

/** A change that removes assignments, and the text of its question. */
export interface Leaving {
  title: string;
  confirm: string;
  /** The title if pages were sent and the change is blocked. */
  blocked: string;
  /** A sentence about what stays. */
  stay?: string;
  /** The group, if its pages are removed only when it is next assigned a document. Members can still leave it. */
  later?: string;
  changes: LeaveChanges;
  act: () => void;
}

/** Shows which assignments are removed with a change to a group, or why the change is blocked. */
export function LeaveDialog({ leaving, onClose }: { leaving: Leaving; onClose: () => void }) {
  const { title, confirm, blocked, stay, later, changes, act } = leaving;
  if (changes.sent.length > 0 && later === undefined)
    return (
      <ModalDialog
        alert
        title={blocked}
        onClose={onClose}
        footer={<Button onClick={onClose}>{LEAVING.close}</Button>}
      >
        <Names lead={LEAVING.sent} names={changes.sent} />
        {changes.go.length > 0 ? <Names lead={LEAVING.unsent} names={changes.go} /> : null}
      </ModalDialog>
    );
  return (
    <ConfirmDialog title={title} confirm={confirm} onConfirm={act} onClose={onClose}>
      {changes.go.length > 0 ? <Names lead={leadOf(leaving)} names={changes.go} /> : null}
      {changes.sent.length > 0 ? <Names lead={LEAVING.sentStays} names={changes.sent} /> : null}
      {stay === undefined ? null : <p className={styles.stay}>{stay}</p>}
    </ConfirmDialog>
  );
}

function leadOf({ changes: { go }, later }: Leaving): string {
  return later === undefined ? LEAVING.goes(go.length) : LEAVING.goesLater(go.length, later);
}

function Names({ lead, names }: { lead: string; names: readonly string[] }) {
  const different = [...new Set(names)];
  const hidden = different.length - MOST_NAMED;
  return (
    <div className={styles.names}>
      <p>{lead}</p>
      <ul>
        {different.slice(0, MOST_NAMED).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {hidden > 0 ? <li className={styles.more}>{LEAVING.more(hidden)}</li> : null}
      </ul>
    </div>
  );
}
