import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import { setVersion } from '../../db/commands/file-version.ts';
import { itemVersions, type ItemVersion } from '../../db/queries/deal-documents.ts';
import type { ItemRow } from '../../db/rows.ts';
import { counted } from '../lib/counted.ts';
import { formatMoment } from '../lib/dates.ts';
import { useMirror } from '../session/mirror-context.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useCarryOutAct } from '../undo/history-context.ts';
import { openedOver, viewerPath } from '../viewer/viewer-place.ts';
import type { People } from './people.ts';
import styles from './versions.module.css';

const OVER_CHECKLIST = openedOver('checklist');

const BADGES = { current: 'Current', pending: 'Not current yet' };

/** The files that an instrument has had, the last one first, and which of them is its current one. */
export function Versions({ item, people }: { item: ItemRow; people: People }) {
  const db = useMirror();
  const act = useCarryOutAct();
  const { uuid, transaction } = item;
  const versions = useLiveQuery(() => itemVersions(db, uuid), [db, uuid]);
  if (!versions) return null;
  const makeCurrent = ({ row, number }: ItemVersion) =>
    act(
      `Make version ${number} of “${item.name}” the current one`,
      setVersion(db, { transaction, uuid, document: row.uuid }),
      `Version ${number} is the current one.`,
    );
  return (
    <section className={styles.versions} aria-label="Versions">
      <h3 className={styles.title}>Versions</h3>
      {versions.length === 0 ? (
        <p className={styles.none}>
          There is no file yet. Upload one, select it in the upload queue, and choose “New version of…”.
        </p>
      ) : null}
      <ul className={styles.list}>
        {versions.map((version) => (
          <li key={version.row.uuid} className={styles.version}>
            <div className={styles.words}>
              <p className={styles.first}>
                <Link to={viewerPath(transaction, version.row.uuid)} state={OVER_CHECKLIST}>
                  Version {version.number}
                </Link>
                {version.standing === 'earlier' ? null : <Badge>{BADGES[version.standing]}</Badge>}
              </p>
              <p className={styles.file} title={version.row.fileName}>
                {version.row.fileName}
              </p>
              <p className={styles.facts}>
                {version.row.numPages === null ? '' : `${counted(version.row.numPages, 'page', 'pages')}, `}
                {people.get(version.row.createdBy) ?? 'somebody who has left'},{' '}
                <time dateTime={version.row.createdAt}>{formatMoment(version.row.createdAt)}</time>
              </p>
            </div>
            {version.standing === 'current' ? null : (
              <Button
                aria-label={`Make current: version ${version.number}`}
                onClick={() => makeCurrent(version)}
              >
                Make current
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
