// See checklist-tree.tsx for the roles.
import { memo, useRef } from 'react';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleAlert from 'lucide-react/icons/circle-alert';
import FilePen from 'lucide-react/icons/file-pen';
import FileText from 'lucide-react/icons/file-text';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import SquareCheck from 'lucide-react/icons/square-check';
import type { ItemSignatures } from '../../../db/queries/signing/assignments/item-signing.ts';
import type { DocumentRow } from '../../../db/rows.ts';
import type { ChecklistRow } from '../../../db/views/checklist-rows.ts';
import type { ChecklistEntry } from '../../../db/views/checklist-snapshot.ts';
import { Thumbnail } from '../../documents/thumbnail.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import { UnstyledButton } from '../../ui/button.tsx';
import { DoneCheckbox } from '../../ui/form/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import hidden from '../../ui/visually-hidden.module.css';
import { executedPath, viewerPath } from '../../viewer/viewer-place.ts';
import { ROW } from '../checklist-copy.ts';
import { documentState, dueState, isDone, signingState } from './row-facts.ts';
import { RowNameField } from './row-name-field.tsx';
import { useRowDrag } from '../move/use-row-drag.ts';
import styles from './checklist-row.module.css';

export type DropMark = 'above' | 'below' | 'inside';

export interface ChecklistRowProps {
  entry: ChecklistEntry;
  depth: number;
  number: string;
  index: number;
  setSize: number;
  /** Whether the user may only view the checklist. */
  fixed: boolean;
  expandable: boolean;
  expanded: boolean;
  /** Index in the whole grid, from 1, heading included. */
  rowIndex: number;
  top: number;
  height: number;
  /** Any instant of the current day. */
  today: Date;
  /** Name of the task's assignee. */
  assignee: string | null;
  /** Number of notes on the row. */
  notes: number;
  /** The document's signature pages; undefined = none. */
  signatures: ItemSignatures | undefined;
  chosen: boolean;
  active: boolean;
  editing: boolean;
  dropMark: DropMark | null;
  /** Level of the drop line, 0 = top. */
  dropLevel: number;
  onRename: (entry: ChecklistEntry, name: string | null) => void;
  onComplete: (entry: ChecklistEntry, complete: boolean) => void;
}

/** One row. It reads no context and holds no state, so that a move among thousands of rows renders only the rows that moved. */
export const ChecklistRowView = memo(function ChecklistRowView(props: ChecklistRowProps) {
  const { entry, depth, expandable, expanded, editing, dropMark } = props;
  const row = useRef<HTMLDivElement>(null);
  const name = useRef<HTMLDivElement>(null);
  useRowDrag(row, name, {
    uuid: entry.uuid,
    depth,
    expanded,
    lastOfGroup: props.index === props.setSize && depth > 1 && !expanded,
    still: editing || props.fixed,
  });
  const document = documentState(entry);
  const signing = signingState(entry, props.signatures);
  const due = entry.task && dueState(entry.task, props.today);
  const done = isDone(entry);

  return (
    <div
      ref={row}
      role="row"
      tabIndex={props.active ? 0 : -1}
      data-uuid={entry.uuid}
      aria-level={depth}
      aria-posinset={props.index}
      aria-setsize={props.setSize}
      aria-rowindex={props.rowIndex}
      aria-expanded={expandable ? expanded : undefined}
      aria-selected={props.chosen}
      className={classNames(
        styles.row,
        entry.kind === 'header' && styles.header,
        entry.kind === 'header' && depth === 1 && styles.primary,
        props.chosen && styles.chosen,
        done && styles.complete,
        dropMark === 'inside' && styles.dropInside,
      )}
      style={{ top: props.top, height: props.height, '--depth': Math.min(depth - 1, 8) }}
    >
      <div role="gridcell" className={styles.number}>
        {props.number}
      </div>
      <div role="gridcell" className={styles.nameCell} ref={name}>
        {expandable ? (
          <UnstyledButton
            tabIndex={-1}
            data-action="toggle"
            className={styles.chevron}
            aria-label={ROW.fold(entry.name, expanded)}
          >
            <ChevronRight aria-hidden="true" className={expanded ? styles.open : undefined} />
          </UnstyledButton>
        ) : (
          <span className={styles.chevron} />
        )}
        <RowPicture entry={entry} />
        {editing ? (
          <RowNameField
            about={entry.uuid}
            label={ROW.nameOf(entry.name)}
            initial={entry.name}
            onDone={(text) => props.onRename(entry, text)}
          />
        ) : (
          <span className={styles.words}>
            <span className={styles.name} title={entry.name} dir="auto">
              {entry.name}
            </span>
            {document || due || props.assignee !== null ? (
              <span className={styles.meta} aria-hidden="true">
                {[document?.text, signing?.text, due?.text, props.assignee].filter(Boolean).join(' · ')}
              </span>
            ) : null}
          </span>
        )}
        {props.notes > 0 ? (
          <span className={styles.notes} title={ROW.notes(props.notes)}>
            <MessageSquareText aria-hidden="true" />
            <span aria-hidden="true">{props.notes}</span>
            <span className={hidden.hidden}>{ROW.notes(props.notes)}</span>
          </span>
        ) : null}
        {entry.unsaved ? (
          <span className={styles.unsaved} title={ROW.unsaved}>
            <span className={hidden.hidden}>{ROW.unsaved}</span>
          </span>
        ) : null}
      </div>
      <div role="gridcell" className={classNames(styles.document, document && styles[document.tone])}>
        {document?.tone === 'failed' ? <CircleAlert aria-hidden="true" /> : null}
        {document ? (
          <span title={document.tone === 'failed' ? (entry.document?.errorMessage ?? undefined) : undefined}>
            {entry.document ? <a {...viewLink(entry, entry.document)}>{document.text}</a> : document.text}
          </span>
        ) : null}
        {due ? (
          <span className={due.tone === 'late' ? styles.failed : undefined} title={due.title}>
            {due.text}
          </span>
        ) : null}
      </div>
      <div role="gridcell" className={styles.signing}>
        {signing ? <Badge tone={signing.tone}>{signing.text}</Badge> : null}
        {props.assignee === null ? null : (
          <span className={styles.assignee} title={ROW.assignedTo(props.assignee)}>
            {props.assignee}
          </span>
        )}
      </div>
      <div role="gridcell" className={styles.done}>
        {entry.item || entry.task ? (
          <DoneCheckbox
            tabIndex={-1}
            aria-label={ROW.done(entry.name)}
            title={ROW.doneTitle}
            checked={done}
            disabled={props.fixed}
            onChange={(event) => props.onComplete(entry, event.currentTarget.checked)}
          />
        ) : null}
      </div>
      {dropMark === 'above' || dropMark === 'below' ? (
        <span
          className={classNames(styles.dropLine, dropMark === 'above' ? styles.dropAbove : styles.dropBelow)}
          style={{ '--drop-level': Math.min(props.dropLevel, 8) }}
        />
      ) : null}
    </div>
  );
});

/** A row during a fast scroll: number and name only. */
export function FastScrollRow({ row, rowIndex, top, height }: FastScrollRowProps) {
  const { entry, depth } = row;
  const isHeader = entry.kind === 'header';
  return (
    <div
      role="row"
      data-uuid={entry.uuid}
      aria-level={depth}
      aria-posinset={row.index}
      aria-setsize={row.setSize}
      aria-rowindex={rowIndex}
      className={classNames(styles.row, isHeader && styles.header, isHeader && depth === 1 && styles.primary)}
      style={{ top, height, '--depth': Math.min(depth - 1, 8) }}
    >
      <div role="gridcell" className={styles.number}>
        {row.number}
      </div>
      <div role="gridcell" className={styles.nameCell}>
        <span className={styles.chevron} />
        {isHeader ? null : <span className={styles.kind} />}
        <span className={styles.name} dir="auto">
          {entry.name}
        </span>
      </div>
    </div>
  );
}

interface FastScrollRowProps {
  row: ChecklistRow;
  rowIndex: number;
  top: number;
  height: number;
}

function RowPicture({ entry }: { entry: ChecklistEntry }) {
  if (entry.kind === 'header') return null;
  if (entry.kind === 'task') return <SquareCheck className={styles.kind} aria-hidden="true" />;
  if (!entry.document) return <FilePen className={styles.kind} aria-hidden="true" />;
  const thumbnail = entry.document.thumbnails?.['png-144']?.[0];
  const file = <FileText className={styles.kind} aria-hidden="true" />;
  return (
    <a {...viewLink(entry, entry.document)} className={styles.picture} aria-label={ROW.view(entry.name)}>
      {thumbnail ? (
        <Thumbnail
          className={styles.thumbnail}
          src={thumbnail}
          width={22}
          height={28}
          loading="lazy"
          fallback={file}
        />
      ) : (
        file
      )}
    </a>
  );
}

/** A plain link, because the router's link would make every row read its context. The grid handles the click. */
function viewLink({ item }: ChecklistEntry, { transaction, uuid }: DocumentRow) {
  const path = item?.collation === 'done' ? executedPath : viewerPath;
  return {
    href: path(transaction, uuid),
    tabIndex: -1,
    draggable: false,
    'data-action': 'view',
    title: ROW.viewDocument,
  };
}
