import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import FileText from 'lucide-react/icons/file-text';
import Trash2 from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Upload from 'lucide-react/icons/upload';
import FilePlus from 'lucide-react/icons/file-plus-2';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { memo, useEffect, useLayoutEffect, useRef, type FormEvent, type KeyboardEvent } from 'react';
import { cutName, type SigningType } from '../../../contract/rules/documents/upload-checks.ts';
import { uploadPercent, canRetry } from '../../../contract/rules/documents/upload-status.ts';
import type { QueueEntry } from '../../../db/queries/documents/upload-queue.ts';
import { Thumbnail } from '../../documents/thumbnail.tsx';
import { useLatest } from '../../lib/use-latest.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/status/progress-bar.tsx';
import { Tooltip } from '../../ui/overlay/tooltip.tsx';
import { SigningTypeChoice } from '../signing-type-choice.tsx';
import { ROW } from '../upload-queue-copy.ts';
import { isStuck } from '../queue-selection.ts';
import { useFilePicker } from '../add-files/use-file-picker.tsx';
import { usePreparation } from './use-preparation.ts';
import { failureOf, isWarned, receiptOf, rowStatus, signingBadge, type Situation } from './row-status.ts';
import styles from './queue-row.module.css';

interface QueueRowProps {
  transaction: string;
  entry: QueueEntry;
  selected: boolean;
  situation: Situation;
  /** Estimated time to prepare one page, ms. */
  perPage: number;
  actions: QueueRowActions;
}

/** What the user can do to a row, by its uuid. */
export interface QueueRowActions {
  select: (uuid: string, on: boolean) => void;
  rename: (uuid: string, name: string) => void;
  /** Called if the row unmounts while a new name is being typed over `from`. */
  leave: (uuid: string, name: string, from: string) => void;
  chooseSigningType: (uuid: string, signingType: SigningType) => void;
  retry: (uuid: string) => void;
  /** Uploads a duplicate even though the deal already has the same content. */
  uploadTwin: (uuid: string) => void;
  remove: (uuid: string) => void;
}

/**
 * A document in the upload queue. Memoized in two parts, because there may be hundreds of rows and usually only one changes.
 */
export const QueueRow = memo(function QueueRow({ selected, ...content }: QueueRowProps) {
  const { entry, actions } = content;
  return (
    <li className={classNames(styles.row, isStuck(entry) && styles.stuckRow, selected && styles.selected)}>
      <Checkbox
        aria-label={ROW.select(entry.name)}
        checked={selected}
        onChange={(event) => actions.select(entry.uuid, event.currentTarget.checked)}
      />
      <RowContent {...content} />
    </li>
  );
});

const RowContent = memo(function RowContent(props: Omit<QueueRowProps, 'selected'>) {
  const { transaction, entry, situation, perPage, actions } = props;
  const { uuid } = entry;
  const badge = signingBadge(entry.signingType);
  const prepared = usePreparation(entry, perPage);
  const status = rowStatus(entry, situation, prepared.seconds);
  const failure = entry.failed ? failureOf(entry) : null;
  const warned = isWarned(entry, situation);
  const file = <FileText className={styles.picture} aria-hidden="true" />;
  return (
    <>
      {entry.thumbnailUrl ? (
        <Thumbnail className={styles.thumbnail} src={entry.thumbnailUrl} fallback={file} />
      ) : (
        file
      )}
      <span className={styles.naming}>
        <NameField
          name={entry.name}
          onRename={(name) => actions.rename(uuid, name)}
          onLeave={(name, from) => actions.leave(uuid, name, from)}
        />
        {badge ? <Badge>{badge}</Badge> : null}
        {entry.versionOf === null ? null : <Badge>{ROW.versionBadge(entry.versionOf)}</Badge>}
      </span>
      <span
        className={classNames(
          styles.status,
          entry.failed && styles.failed,
          warned && styles.warned,
          entry.status === 'CONVERSION_COMPLETE' && styles.complete,
        )}
      >
        {failure ? (
          <Tooltip content={<Failure {...failure} />}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip opens on focus too */}
            <span role="img" aria-label={ROW.failed(status)} tabIndex={0} className={styles.alert}>
              <CircleAlert aria-hidden="true" />
            </span>
          </Tooltip>
        ) : null}
        {warned ? <TriangleAlert className={styles.warning} aria-hidden="true" /> : null}
        <span
          className={styles.words}
          aria-hidden={entry.failed}
          title={warned ? status : (receiptOf(entry) ?? undefined)}
        >
          {failure ? <Failure {...failure} /> : status}
        </span>
        {entry.failed || warned ? null : <Progress entry={entry} prepared={prepared.share} />}
        {entry.status === 'CONVERSION_COMPLETE' ? (
          <Check className={styles.ready} aria-hidden="true" />
        ) : null}
      </span>
      {isStuck(entry) ? null : (
        <SigningTypeChoice
          label={ROW.signingType(entry.name)}
          value={entry.signingType}
          onChange={(type) => actions.chooseSigningType(uuid, type)}
        />
      )}
      <span className={styles.actions}>
        <RetryButton transaction={transaction} entry={entry} onRetry={() => actions.retry(uuid)} />
        {entry.duplicateOf === null ? null : (
          <IconButton
            label={entry.twinGone ? ROW.upload(entry.name) : ROW.uploadAnyway(entry.name)}
            onClick={() => actions.uploadTwin(uuid)}
          >
            <Upload aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label={ROW.delete(entry.name)} data-remove={uuid} onClick={() => actions.remove(uuid)}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </span>
    </>
  );
});

/** `prepared` is the estimated share of its pages that are ready, 0–1. */
function Progress({ entry, prepared }: { entry: QueueEntry; prepared: number }) {
  if (entry.status === 'CONVERSION_COMPLETE') return null;
  const percent = prepared > 0 ? uploadPercent(entry.status, prepared) : entry.percent;
  return <ProgressBar label={ROW.progress(entry.name)} value={percent} />;
}

/** The sentence has a separate element, so that its text stays word for word as in the specification. */
function Failure({ sentence, reason }: { sentence: string; reason: string | null }) {
  return (
    <>
      <span>{sentence}</span>
      {reason === null ? null : <span>: {reason}</span>}
    </>
  );
}

interface NameFieldProps {
  name: string;
  onRename: (name: string) => void;
  /** Called if the field unmounts while a new name is being typed over `from`. */
  onLeave: (name: string, from: string) => void;
}

/** Commits a name on Enter or blur, if the trimmed name differs (docs/product/upload-queue.md). */
function NameField({ name, onRename, onLeave }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  /** The last committed text. A new name from another user must not replace what is being typed. */
  const shown = useRef(name);
  const show = (text: string) => {
    if (field.current) field.current.value = text;
    shown.current = text;
  };
  const typed = (text: string) => {
    const cut = cutName(text.trim());
    return cut === '' || cut === shown.current ? null : cut;
  };
  const take = () => {
    const text = typed(field.current?.value ?? '');
    if (text !== null && text !== name) onRename(text);
    show(text ?? name);
  };
  useLayoutEffect(() => {
    const input = field.current;
    if (!input || (document.activeElement === input && input.value !== shown.current)) return;
    input.value = name;
    shown.current = name;
  }, [name]);
  const latestLeave = useLatest((value: string) => {
    const text = typed(value);
    if (text !== null) onLeave(text, shown.current);
  });
  // An effect, not a layout effect: `onLeave` needs the new list to know whether the row still exists.
  useEffect(() => {
    const input = field.current;
    const leave = () => latestLeave.current(input?.value ?? '');
    return leave;
  }, [latestLeave]);
  // Not `maxLength`, which counts some characters twice (those of two code units).
  const onInput = ({ currentTarget, nativeEvent }: FormEvent<HTMLInputElement>) => {
    const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
    const cut = cutName(currentTarget.value);
    if (!composing && cut !== currentTarget.value) currentTarget.value = cut;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') show(name);
    if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
  };
  return (
    <input
      ref={field}
      className={styles.name}
      aria-label={ROW.nameField(name)}
      title={name}
      defaultValue={name}
      autoComplete="off"
      onInput={onInput}
      onBlur={take}
      onKeyDown={onKeyDown}
    />
  );
}

interface RetryButtonProps {
  transaction: string;
  entry: QueueEntry;
  onRetry: () => void;
}

/** Retries a failed file. If the browser has deleted its bytes, the user chooses the file again, and its hash identifies it. */
function RetryButton({ transaction, entry, onRetry }: RetryButtonProps) {
  const { open, input } = useFilePicker(transaction, { label: ROW.pickAgain(entry.name), multiple: false });
  if (!canRetry(entry.status)) return null;
  if (!entry.evicted)
    return (
      <IconButton label={ROW.retry(entry.name)} onClick={onRetry}>
        <RotateCw aria-hidden="true" />
      </IconButton>
    );
  return (
    <>
      <IconButton label={ROW.addAgain(entry.name)} onClick={open}>
        <FilePlus aria-hidden="true" />
      </IconButton>
      {input}
    </>
  );
}
