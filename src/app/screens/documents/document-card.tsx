import { memo } from 'react';
import { Link } from 'react-router-dom';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { DocumentStatus } from '../../../contract/rules/documents/document-status.ts';
import { documentName } from '../../../contract/rules/documents/check-file.ts';
import type { SigningType } from '../../../contract/rules/documents/upload-checks.ts';
import { RowNameField } from '../../checklist/row/row-name-field.tsx';
import { Thumbnail } from '../../documents/thumbnail.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FailureReason, StatusLabel } from '../../ui/status/status-label.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import { formatDateTime } from '../../lib/format/dates.ts';
import { SigningTypeChoice } from '../../upload-queue/signing-type-choice.tsx';
import { openedOver, viewerPath } from '../../viewer/viewer-place.ts';
import type { PlacedDocument } from './arrange-documents.ts';
import { CARD, STATUS } from './documents-copy.ts';
import styles from './document-card.module.css';

/** What the user does with one document. */
export type CardAct =
  | { type: 'choose'; how: 'toggle' | 'extend' }
  | { type: 'edit' | 'save' | 'delete' }
  | { type: 'rename'; name: string | null }
  | { type: 'sign'; signingType: SigningType };

interface DocumentCardProps {
  document: PlacedDocument;
  /** Name of the person who uploaded it. */
  uploader: string;
  chosen: boolean;
  /** Whether the Tab key reaches its controls. */
  active: boolean;
  editing: boolean;
  mayEdit: boolean;
  onAct: (document: PlacedDocument, act: CardAct) => void;
}

const OVER_DOCUMENTS = openedOver('documents');

/** One document. It holds no state, so that only changed documents render among a thousand. */
export const DocumentCard = memo(function DocumentCard(props: DocumentCardProps) {
  const { document, active, chosen, mayEdit, onAct } = props;
  const { row, name, place } = document;
  const stop = active ? 0 : -1;
  const picture = row.thumbnails?.['png-144']?.[0];
  const status = statusOf(document.status);
  return (
    <li className={classNames(styles.card, chosen && styles.chosen)} data-document={row.uuid}>
      {mayEdit ? (
        <Checkbox
          className={styles.choice}
          tabIndex={stop}
          aria-label={CARD.select(name)}
          checked={chosen}
          // The click event knows about Shift; the change event does not.
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
          <Thumbnail src={picture} loading="lazy" fallback={<FileText aria-hidden="true" />} />
        )}
      </Link>
      <div className={styles.words}>
        {props.editing ? (
          <RowNameField
            about={row.uuid}
            label={CARD.nameOf(name)}
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
          {row.numPages ? <span>{CARD.pages(row.numPages)}</span> : null}
          {place ? (
            <Link
              to={`/transaction/${row.transaction}/checklist?row=${place.element}`}
              tabIndex={stop}
              title={place.name}
            >
              {place.number === '' ? CARD.onChecklist : place.number}
              <span className={hidden.hidden}>{CARD.onChecklistLabel(place.name)}</span>
            </Link>
          ) : null}
          {document.versions > 1 ? <span>{CARD.versions(document.versions)}</span> : null}
          {document.item?.pendingVersionDocument ? <Badge>{CARD.newVersion}</Badge> : null}
          {row.inQueue ? <Badge>{CARD.inQueue}</Badge> : null}
          {document.unsaved ? <StatusLabel shape="waiting">{CARD.unsaved}</StatusLabel> : null}
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
          label={CARD.signingType(name)}
          value={document.signingType}
          tabIndex={stop}
          disabled={!mayEdit}
          onChange={(signingType) => onAct(document, { type: 'sign', signingType })}
        />
        <span className={styles.actions}>
          {mayEdit ? (
            <IconButton
              label={CARD.rename(name)}
              tabIndex={stop}
              onClick={() => onAct(document, { type: 'edit' })}
            >
              <Pencil aria-hidden="true" />
            </IconButton>
          ) : null}
          <IconButton
            label={CARD.download(name)}
            tabIndex={stop}
            onClick={() => onAct(document, { type: 'save' })}
          >
            <Download aria-hidden="true" />
          </IconButton>
          {mayEdit ? (
            <IconButton
              label={CARD.delete(name)}
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

/** Returns whether the file name only repeats the name. */
function isNamedAfterFile({ name, row }: PlacedDocument): boolean {
  return documentName(row.fileName) === name;
}

/** Returns the conversion status of a document as text, and its icon shape. */
function statusOf(status: DocumentStatus): { text: string; shape: 'ready' | 'busy' | 'failed' } {
  switch (status) {
    case 'CONVERSION_COMPLETE':
      return { text: STATUS.ready, shape: 'ready' };
    case 'FAILED_CONVERTING_DOCUMENT':
      return { text: STATUS.conversionFailed, shape: 'failed' };
    case 'FAILED_GENERATING_THUMBNAILS':
      return { text: STATUS.previewsFailed, shape: 'failed' };
    case 'SUCCESS_CONVERTING_DOCUMENT':
      return { text: STATUS.preparingPages, shape: 'busy' };
    default:
      return { text: STATUS.converting, shape: 'busy' };
  }
}
