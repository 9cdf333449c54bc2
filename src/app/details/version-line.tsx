import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Inbox from 'lucide-react/icons/inbox';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ItemVersion } from '../../db/queries/documents/deal-documents.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { RESTORE_HINT } from '../lib/format/restore-copy.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { Badge } from '../ui/status/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import type { MenuEntry } from '../ui/overlay/menu-popover.tsx';
import { FailureReason, StatusLabel } from '../ui/status/status-label.tsx';
import { openedOver, viewerPath } from '../viewer/viewer-place.ts';
import { VERSIONS } from './details-copy.ts';
import styles from './versions.module.css';

const MenuPopover = lazyComponent(() =>
  import('../ui/overlay/menu-popover.tsx').then((module) => module.MenuPopover),
);

const OVER_CHECKLIST = openedOver('checklist');

/** What the user can do with a version. */
export type VersionAct = 'make-current' | 'save' | 'take-back' | 'delete';

interface VersionLineProps {
  version: ItemVersion;
  /** Name of the person who uploaded it. */
  uploader: string;
  mayEdit: boolean;
  /** Whether the document is signed or out for signature. Then another version replaces it only after a review. */
  isSigned: boolean;
  onAct: (act: VersionAct) => void;
}

export function VersionLine({ version, uploader, mayEdit, isSigned, onAct }: VersionLineProps) {
  const { row, number, standing, status } = version;
  const failed = status === 'FAILED_CONVERTING_DOCUMENT' || status === 'FAILED_GENERATING_THUMBNAILS';
  const isReady = status === 'CONVERSION_COMPLETE';
  return (
    <li className={styles.version}>
      <div className={styles.words}>
        <p className={styles.first}>
          <Link to={viewerPath(row.transaction, row.uuid)} state={OVER_CHECKLIST}>
            {VERSIONS.version(number)}
          </Link>
          {standing === 'current' ? <Badge>{VERSIONS.current}</Badge> : null}
          {standing === 'pending' || (standing === 'converting' && isReady) ? (
            <Badge>{VERSIONS.notCurrent}</Badge>
          ) : null}
          {failed ? (
            <StatusLabel shape="failed">{VERSIONS.conversionFailed}</StatusLabel>
          ) : isReady ? null : (
            <StatusLabel shape="busy">{VERSIONS.converting}</StatusLabel>
          )}
        </p>
        {failed ? <FailureReason>{row.errorMessage}</FailureReason> : null}
        <p className={styles.file} title={row.fileName} dir="auto">
          {row.fileName}
        </p>
        <p className={styles.facts}>
          {row.numPages === null ? '' : `${VERSIONS.pages(row.numPages)}, `}
          <bdi>{uploader}</bdi>, <time dateTime={row.createdAt}>{formatDateTime(row.createdAt)}</time>
        </p>
      </div>
      {mayEdit && standing !== 'current' && isReady ? (
        isSigned ? (
          <Link to={`/transaction/${row.transaction}/closing/${row.uuid}`}>{VERSIONS.review(number)}</Link>
        ) : (
          <Button aria-label={VERSIONS.makeCurrentLabel(number)} onClick={() => onAct('make-current')}>
            {VERSIONS.makeCurrent}
          </Button>
        )
      ) : null}
      <VersionMenu version={version} mayEdit={mayEdit} onAct={onAct} />
    </li>
  );
}

function VersionMenu({ version, mayEdit, onAct }: Omit<VersionLineProps, 'uploader' | 'isSigned'>) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const label = VERSIONS.more(version.number);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Ellipsis aria-hidden="true" />
      </IconButton>
      {open ? (
        <MenuPopover
          label={label}
          trigger={button}
          entries={entriesFor(mayEdit, onAct)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function entriesFor(mayEdit: boolean, onAct: VersionLineProps['onAct']): MenuEntry[] {
  const entry = (id: VersionAct, label: string, icon: MenuEntry['icon'], danger = false): MenuEntry => ({
    id,
    label,
    icon,
    danger,
    onChoose: () => onAct(id),
  });
  const save = entry('save', VERSIONS.download, <Download aria-hidden="true" />);
  if (!mayEdit) return [save];
  return [
    save,
    entry('take-back', VERSIONS.takeBack, <Inbox aria-hidden="true" />),
    { ...entry('delete', VERSIONS.delete, <Trash2 aria-hidden="true" />, true), hint: RESTORE_HINT },
  ];
}
