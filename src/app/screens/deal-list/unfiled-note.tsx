import { Link } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { fileStatus } from '../../../db/queries/documents/file-standing.ts';
import { unfiledFiles } from '../../../db/queries/documents/unfiled-files.ts';
import { counted } from '../../lib/format/numbers.ts';
import { Callout } from '../../ui/status/callout.tsx';
import { useMirror } from '../../session/mirror-context.ts';
import styles from './unfiled-note.module.css';

/** Leads to the files that were opened with or shared to the app, and belong to no transaction yet. */
export function UnfiledNote() {
  const db = useMirror();
  const files = useLiveQuery(async () => unfiledFiles(db), [db]);
  const kept = files?.filter((row) => fileStatus(row) === 'unfiled').length ?? 0;
  if (kept === 0) return null;
  return (
    <Callout tone="warning" className={styles.note}>
      {counted(kept, 'file on this device needs a transaction', 'files on this device need a transaction')}.{' '}
      <Link to="/incoming">Choose a transaction</Link>
    </Callout>
  );
}
