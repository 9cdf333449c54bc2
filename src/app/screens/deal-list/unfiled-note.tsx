import { Link } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { fileStatus } from '../../../db/queries/documents/file-standing.ts';
import { unfiledFiles } from '../../../db/queries/documents/unfiled-files.ts';
import { Callout } from '../../ui/status/callout.tsx';
import { useMirror } from '../../session/mirror-context.ts';
import { LIST } from './deal-list-copy.ts';
import styles from './unfiled-note.module.css';

/** Links to the files that were opened with the app or shared to it, and are not in a transaction yet. */
export function UnfiledNote() {
  const db = useMirror();
  const files = useLiveQuery(async () => unfiledFiles(db), [db]);
  const kept = files?.filter((row) => fileStatus(row) === 'unfiled').length ?? 0;
  if (kept === 0) return null;
  return (
    <Callout tone="warning" className={styles.note}>
      {LIST.unfiled(kept)}
      <Link to="/incoming">{LIST.chooseTransaction}</Link>
    </Callout>
  );
}
