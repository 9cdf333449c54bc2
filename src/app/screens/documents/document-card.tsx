import { memo } from 'react';
import { Link } from 'react-router-dom';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { documentName } from '../../../contract/rules/documents/check-file.ts';
import type { SigningType } from '../../../contract/rules/documents/upload-checks.ts';
import { RowNameField } from '../../checklist/row/row-name-field.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FailureReason, StatusLabel } from '../../ui/status/status-label.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import { counted } from '../../lib/format/numbers.ts';
import { formatDateTime } from '../../lib/format/dates.ts';
import { SigningTypeChoice } from '../../upload-queue/signing-type-choice.tsx';
import { openedOver, viewerPath } from '../../viewer/viewer-place.ts';
import type { PlacedDocument } from './arrange-documents.ts';
import { statusWords } from './documents-words.ts';
import styles from './document-card.module.css';

/** What a person does with one document. */
export type CardAct =
  | { type: 'choose'; how: 'toggle' | 'extend' }
  | { type: 'edit' | 'save' | 'delete' }
  | { type: 'rename'; name: string | null }
  | { type: 'sign'; signingType: SigningType };

interface DocumentCardProps {
  document: PlacedDocument;
  /** Who uploaded it. */
  uploader: string;
  chosen: boolean;
  /** Its controls are reached by the tab key. */
  active: boolean;
  editing: boolean;
  mayEdit: boolean;
  onAct: (document: PlacedDocument, act: CardAct) => void;
}

const OVER_DOCUMENTS = openedOver('documents');

/** One document among those of a deal. It holds no state, so that of a thousand only those that change are painted. */
export const DocumentCard = memo(function DocumentCard(props: DocumentCardProps) {
  const { document, active, chosen, mayEdit, onAct } = props;
  const { row, name, place } = document;
  const stop = active ? 0 : -1;
  const picture = row.thumbnails?.['png-144']?.[0];
  const status = statusWords(document.status);
  return (
    <li className={classNames(styles.card, chosen && styles.chosen)} data-document={row.uuid}>
      {mayEdit ? (
        <Checkbox
          className={styles.choice}
          tabIndex={stop}
          aria-label={`Select ${name}`}
          checked={chosen}
          // The click tells of Shift, the change does not.
          onChange={() => undefined}
          onClick={(event) => onAct(document, { type: 'choose', how: event.shiftKey ? 'extend' : 'toggle' })}
        />
      ) : null}
      <Link
        className={styles.picture}
        to={viewerPath(row.transaction, row.uuid)}
        state={OVER_DOCUMENTS}
        tabIndex={-1}
        aria-hidden="true"
      >
        {picture === undefined ? (
          <FileText aria-hidden="true" />
        ) : (
          <img src={picture} alt="" loading="lazy" decoding="async" draggable={false} />
        )}
      </Link>
      <div className={styles.words}>
        {props.editing ? (
          <RowNameField
            about={row.uuid}
            label={`Name of ${name}`}
            initial={name}
            onDone={(text) => onAct(document, { type: 'rename', name: text })}
          />
        ) : (
          <Link
            className={styles.name}
            to={viewerPath(row.transaction, row.uuid)}
            state={OVER_DOCUMENTS}
            tabIndex={stop}
            title={name}
            data-open
          >
            {name}
          </Link>
        )}
        <p className={styles.facts}>
          <StatusLabel shape={status.shape}>{status.text}</StatusLabel>
          {row.numPages ? <span>{counted(row.numPages, 'page', 'pages')}</span> : null}
          {place ? (
            <Link
              to={`/transaction/${row.transaction}/checklist?row=${place.element}`}
              tabIndex={stop}
              title={place.name}
            >
              {place.number === '' ? 'On the checklist' : place.number}
              <span className={hidden.hidden}>, {place.name}, on the checklist</span>
            </Link>
          ) : null}
          {document.versions > 1 ? <span>{counted(document.versions, 'version', 'versions')}</span> : null}
          {document.item?.pendingVersionDocument ? <Badge>New version waits</Badge> : null}
          {row.inQueue ? <Badge>In the upload queue</Badge> : null}
          {document.unsaved ? <StatusLabel shape="waiting">Not on the server yet</StatusLabel> : null}
        </p>
        {status.shape === 'failed' ? <FailureReason>{row.errorMessage}</FailureReason> : null}
        <p className={styles.origin}>
          {isNamedAfterFile(document) ? null : (
            <>
              <bdi title={row.fileName}>{row.fileName}</bdi>
              {' · '}
            </>
          )}
          {props.uploader}, <time dateTime={row.createdAt}>{formatDateTime(row.createdAt)}</time>
        </p>
      </div>
      <div className={styles.controls}>
        <SigningTypeChoice
          label={`Signing type of ${name}`}
          value={document.signingType}
          tabIndex={stop}
          disabled={!mayEdit}
          onChange={(signingType) => onAct(document, { type: 'sign', signingType })}
        />
        <span className={styles.actions}>
          {mayEdit ? (
            <IconButton
              label={`Rename ${name}`}
              tabIndex={stop}
              onClick={() => onAct(document, { type: 'edit' })}
            >
              <Pencil aria-hidden="true" />
            </IconButton>
          ) : null}
          <IconButton
            label={`Download ${name}`}
            tabIndex={stop}
            onClick={() => onAct(document, { type: 'save' })}
          >
            <Download aria-hidden="true" />
          </IconButton>
          {mayEdit ? (
            <IconButton
              label={`Delete ${name}`}
              tabIndex={stop}
              onClick={() => onAct(document, { type: 'delete' })}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          ) : null}
        </span>
      </div>
    </li>
  );
});

/** Whether the file name would only repeat the name. */
function isNamedAfterFile({ name, row }: PlacedDocument): boolean {
  return documentName(row.fileName) === name;
}
