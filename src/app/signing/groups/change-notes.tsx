import { useLiveQuery } from 'dexie-react-hooks';
import {
  groupChangeOf,
  type AskedChange,
  type GroupChange,
} from '../../../db/queries/signing/signatories/group-change.ts';
import type { SigningGroups } from '../../../db/queries/signing/signatories/groups.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { CHANGE } from './groups-copy.ts';
import styles from './leave-dialog.module.css';

/** The most lines that are shown. */
const MOST_NAMED = 8;

interface ChangeNotesProps {
  read: SigningGroups;
  change: AskedChange;
  /** The name of the group, if its pages change only when its next document is assigned. */
  later?: string | undefined;
}

/** Says what a change to a signing group will do: which signature pages it adds, and which packets must be created again. */
export function ChangeNotes({ read, change, later }: ChangeNotesProps) {
  const db = useMirror();
  const { joining, items, removed } = change;
  const asked = JSON.stringify([joining, items, removed]);
  const found = useLiveQuery(async () => groupChangeOf(db, read, change), [db, read, asked]);
  return found ? <ChangeLines change={found} asksToAdd={change.group !== undefined} later={later} /> : null;
}

interface ChangeLinesProps extends Pick<ChangeNotesProps, 'later'> {
  change: GroupChange;
  asksToAdd: boolean;
}

export function ChangeLines({ change: { added, packets }, asksToAdd, later }: ChangeLinesProps) {
  const count = added.reduce((sum, { documents }) => sum + documents.length, 0);
  const lines = added.map(({ name, documents }) => CHANGE.signs(name, documents));
  return (
    <>
      {count > 0 ? (
        <Lines
          lead={later === undefined ? CHANGE.added(count) : CHANGE.addedLater(count, later)}
          lines={lines}
        />
      ) : null}
      {count === 0 && asksToAdd ? <p className={styles.note}>{CHANGE.nothingAdded}</p> : null}
      {packets.length > 0 && later === undefined ? (
        <p className={styles.note}>{CHANGE.packets(packets)}</p>
      ) : null}
      <p className={styles.note}>{CHANGE.noEmail}</p>
    </>
  );
}

/** A list under a sentence, without duplicate lines. */
export function Lines({ lead, lines }: { lead: string; lines: readonly string[] }) {
  const different = [...new Set(lines)];
  const hidden = different.length - MOST_NAMED;
  return (
    <div className={styles.names}>
      <p>{lead}</p>
      <ul>
        {different.slice(0, MOST_NAMED).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {hidden > 0 ? <li className={styles.more}>{CHANGE.more(hidden)}</li> : null}
      </ul>
    </div>
  );
}
