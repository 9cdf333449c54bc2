import {
  useCallback,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import Files from 'lucide-react/icons/files';
import SearchX from 'lucide-react/icons/search-x';
import { cutName, type SigningType } from '../../../contract/rules/documents/upload-checks.ts';
import { chooseSigningTypes } from '../../../db/commands/documents/choose-signing-types.ts';
import { deleteDocuments } from '../../../db/commands/documents/delete-document.ts';
import { editQueueFiles } from '../../../db/commands/documents/edit-queue-files.ts';
import { removeFromQueue } from '../../../db/commands/documents/remove-from-queue.ts';
import type { Step } from '../../../db/commands/tray/undo-steps.ts';
import { updateDocument } from '../../../db/commands/documents/update-document.ts';
import type { MirrorDatabase } from '../../../db/database.ts';
import { dealDocumentsView } from '../../../db/queries/documents/deal-documents.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { checklistRows } from '../../../db/views/checklist-rows.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import {
  chooseAll,
  extendTo,
  neighbor,
  NOTHING_CHOSEN,
  pruned,
  toggleChosen,
  type Selection,
} from '../../lib/selection.ts';
import { giveBackName } from '../../checklist/row/unkept-names.ts';
import { useNumbering } from '../../checklist/use-numbering.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { nameOf, peopleOf } from '../../details/people.ts';
import { saveDocument } from '../../documents/save-document.ts';
import { Button } from '../../ui/button.tsx';
import { runCommand } from '../../lib/commands/run-command.ts';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { useReachable } from '../../lib/device/connectivity.ts';
import hidden from '../../ui/visually-hidden.module.css';
import { useMirror } from '../../session/mirror-context.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import {
  arrangeDocuments,
  filterDocuments,
  type PlacedDocument,
  type StatusFilter,
} from './arrange-documents.ts';
import { DocumentCard, type CardAct } from './document-card.tsx';
import { DocumentsToolbar } from './documents-toolbar.tsx';
import { NearEndMarker } from '../../lib/loading/near-end-marker.tsx';
import { deleteQuestion } from './delete-question.ts';
import { ACTS, DOCUMENTS, someDocuments } from './documents-copy.ts';
import { useLinkedDocument } from './use-linked-document.ts';
import { useLayoutChoice } from './use-layout-choice.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import styles from './documents-screen.module.css';
import { updateRow } from '../../../db/commands/collections/standard-commands.ts';

const ConfirmDialog = lazyComponent(() =>
  import('../../ui/overlay/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

const NOTHING: readonly PlacedDocument[] = [];

const NONE_COLLAPSED: ReadonlySet<string> = new Set();

/** How many documents render at first, and again whenever the user scrolls near the last one. */
const PART = 30;

interface DocumentsScreenProps {
  deal: TransactionRow;
  snapshot: ChecklistSnapshot;
  /** Height of the panel that covers the lower end of the list, px. */
  roomBelow: number;
  /** The upload button. */
  upload: ReactNode;
}

/** The documents of a deal: those on its checklist, and those in the upload queue. */
export function DocumentsScreen({ deal, snapshot, roomBelow, upload }: DocumentsScreenProps) {
  const { uuid: transaction } = deal;
  const db = useMirror();
  const reachable = useReachable();
  const carryOutAct = useCarryOutAct();
  const mayEdit = useMayEdit();
  const ask = useMemo(() => dealDocumentsView(db, transaction), [db, transaction]);
  const documents = useLiveQuery(ask, [ask]);
  const people = useMemo(() => peopleOf(deal), [deal]);
  const format = useNumbering(deal);
  const rows = useMemo(
    () => checklistRows(snapshot, { collapsed: NONE_COLLAPSED, format }),
    [snapshot, format],
  );
  const placed = useMemo(() => arrangeDocuments(documents ?? [], rows), [documents, rows]);

  const [text, setText] = useState('');
  const [status, setStatus] = useState<StatusFilter>('all');
  const [layout, setLayout] = useLayoutChoice();
  const [storedSelection, setSelection] = useState<Selection>(NOTHING_CHOSEN);
  const [editing, setEditing] = useState<string | null>(null);
  /** The documents that the user is asked to confirm deleting. */
  const [deleting, setDeleting] = useState<readonly PlacedDocument[] | null>(null);
  const [announcement, announce] = useState('');
  const [painted, setPainted] = useState(PART);
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);

  const shown = useMemo(() => filterDocuments(placed, text, status), [placed, text, status]);
  const order = useMemo(() => shown.map(({ row }) => row.uuid), [shown]);
  // Actions skip documents that are not shown, because the user would not see the effect.
  const selection = useMemo(() => {
    const there = new Set(order);
    return pruned(storedSelection, (uuid) => there.has(uuid));
  }, [storedSelection, order]);
  const chosen = shown.filter(({ row }) => selection.chosen.has(row.uuid));
  const active = selection.active ?? order[0] ?? null;

  const sign = (those: readonly PlacedDocument[], signingType: SigningType) => {
    // Undo covers only documents on the checklist; the upload queue has no undo.
    const undoable = those.filter(({ item }) => item !== null);
    const what = undoable.length === 1 ? named(undoable[0]) : someDocuments(undoable.length);
    carryOutAct(ACTS.changeSigningType(what), chooseSigningType(db, transaction, those, signingType));
    if (those.length > 1) announce(DOCUMENTS.changedSigningType(those.length));
  };
  const removeNow = (those: readonly PlacedDocument[]) => {
    const next = neighbor(order, new Set(those.map(({ row }) => row.uuid)));
    setSelection({ ...NOTHING_CHOSEN, active: next });
    announce(
      those.length === 1 ? DOCUMENTS.deletedOne(those[0]?.name ?? '') : DOCUMENTS.deletedMany(those.length),
    );
    const what = those.length === 1 ? named(those[0]) : someDocuments(those.length);
    carryOutAct(
      ACTS.delete(what),
      removeDocuments(db, transaction, those),
      those.every(({ row }) => row.inQueue) ? undefined : DOCUMENTS.deletedNotice(what, those.length),
    );
    if (next === null) field.current?.focus();
    else focusCard(list.current, next);
  };
  const remove = (those: readonly PlacedDocument[]) => {
    if (those.length === 0 || !mayEdit) return;
    if (deleteQuestion(those)) setDeleting(those);
    else removeNow(those);
  };
  const rename = (document: PlacedDocument, name: string | null) => {
    setEditing(null);
    if (name !== null) {
      const renaming = renameDocument(db, transaction, document, cutName(name));
      carryOutAct(ACTS.rename(named(document)), renaming);
      giveBackName(db.userId, document.row.uuid, name, renaming);
    }
    // Wait until its link has rendered again.
    requestAnimationFrame(() => focusCard(list.current, document.row.uuid));
  };

  const followLink = useCallback((document: PlacedDocument, index: number) => {
    setPainted((last) => Math.max(last, index + PART));
    // Wait until the card has rendered.
    requestAnimationFrame(() => focusCard(list.current, document.row.uuid));
  }, []);
  useLinkedDocument(shown, followLink);

  const latestAct = useLatest((document: PlacedDocument, act: CardAct) => {
    const { uuid } = document.row;
    if (!mayEdit && act.type !== 'save') return;
    switch (act.type) {
      case 'choose':
        setSelection(
          act.how === 'extend'
            ? extendTo({ ...selection, active }, uuid, order)
            : toggleChosen(selection, uuid),
        );
        return;
      case 'edit':
        setEditing(uuid);
        return;
      case 'rename':
        rename(document, act.name);
        return;
      case 'save':
        runCommand(saveDocument(db, document, 'original', reachable));
        return;
      case 'sign':
        sign([document], act.signingType);
        return;
      case 'delete':
        remove([document]);
    }
  });
  const act = useCallback(
    (document: PlacedDocument, what: CardAct) => latestAct.current(document, what),
    [latestAct],
  );

  const onFocus = (event: FocusEvent) => {
    const uuid = cardOf(event.target)?.dataset['document'];
    if (uuid !== undefined && uuid !== selection.active) setSelection({ ...selection, active: uuid });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-open]')) return;
    const document = shown.find(({ row }) => row.uuid === active);
    if (!document || event.altKey) return;
    const handled = onCardKey(event, document);
    if (handled) event.preventDefault();
  };
  const onCardKey = (event: KeyboardEvent, document: PlacedDocument): boolean => {
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a') return false;
      setSelection(chooseAll({ ...selection, active }, order));
      return true;
    }
    switch (event.key) {
      case ' ':
        act(document, { type: 'choose', how: event.shiftKey ? 'extend' : 'toggle' });
        return true;
      case 'F2':
        act(document, { type: 'edit' });
        return true;
      case 'Delete':
      case 'Backspace':
        remove(chosen.length > 0 ? chosen : [document]);
        return true;
      case 'Escape':
        setSelection({ ...NOTHING_CHOSEN, active });
        return true;
      case 'End':
        setPainted(Infinity);
        requestAnimationFrame(() => focusCard(list.current, order.at(-1) ?? ''));
        return true;
      case '/':
        field.current?.focus();
        return true;
      default:
        return moveFocus(list.current, event.key);
    }
  };

  if (!documents) return null;
  const question = deleting && deleteQuestion(deleting);
  return (
    <section className={styles.screen} aria-label={DOCUMENTS.name}>
      <DocumentsToolbar
        text={text}
        status={status}
        layout={layout}
        chosen={mayEdit ? chosen : NOTHING}
        field={field}
        upload={placed.length > 0 ? upload : null}
        onText={setText}
        onStatus={setStatus}
        onLayout={setLayout}
        onSign={(signingType) => sign(chosen, signingType)}
        onDelete={() => remove(chosen)}
        onClearSelection={() => setSelection({ ...NOTHING_CHOSEN, active })}
      />
      <div className={styles.room} style={{ paddingBottom: roomBelow }}>
        {placed.length === 0 ? (
          <EmptyState
            icon={<Files aria-hidden="true" />}
            compact={roomBelow > 0}
            title={DOCUMENTS.emptyTitle}
            actions={upload}
          >
            {upload === null ? DOCUMENTS.empty : DOCUMENTS.emptyDrop}
          </EmptyState>
        ) : null}
        {placed.length > 0 && shown.length === 0 ? (
          <EmptyState
            icon={<SearchX aria-hidden="true" />}
            compact={roomBelow > 0}
            title={DOCUMENTS.noMatchTitle}
            actions={
              <Button
                onClick={() => {
                  setText('');
                  setStatus('all');
                }}
              >
                {DOCUMENTS.showAll}
              </Button>
            }
          >
            {DOCUMENTS.noMatch(placed.length)}
          </EmptyState>
        ) : null}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the list handles keys for every document's link */}
        <ul
          ref={list}
          className={layout === 'grid' && shown.length > 0 ? styles.grid : undefined}
          data-layout={layout}
          aria-label={DOCUMENTS.list}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
        >
          {shown.slice(0, painted).map((document) => (
            <DocumentCard
              key={document.row.uuid}
              document={document}
              uploader={nameOf(people, document.row.createdBy)}
              chosen={selection.chosen.has(document.row.uuid)}
              active={document.row.uuid === active}
              editing={document.row.uuid === editing}
              mayEdit={mayEdit}
              onAct={act}
            />
          ))}
        </ul>
        {shown.length > painted ? (
          <NearEndMarker key={painted} onNear={() => setPainted((last) => last + PART)} />
        ) : null}
      </div>
      <p role="status" className={hidden.hidden}>
        {announcement}
      </p>
      {deleting && question ? (
        <ConfirmDialog
          title={question.title}
          confirm={question.confirm}
          onConfirm={() => removeNow(deleting)}
          onClose={() => setDeleting(null)}
        >
          {question.text}
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

/** Sets the signing type on the item of each document on the checklist, and on the file of each queued document. */
async function chooseSigningType(
  db: MirrorDatabase,
  transaction: string,
  documents: readonly PlacedDocument[],
  signingType: SigningType,
): Promise<Step[]> {
  const items = documents.flatMap(({ item }) => (item ? [{ item: item.uuid, type: signingType }] : []));
  const steps = await chooseSigningTypes(db, transaction, items);
  const queued = documents.filter(({ item }) => item === null).map(({ row }) => row.uuid);
  if (queued.length > 0) await editQueueFiles(db, { transaction, uuids: queued, signingType });
  return steps;
}

/**
 * Renames the item of a document on the checklist, for all its versions. A document in the upload queue has its own name. It
 * may still be uploading, and renaming it cannot be undone.
 */
async function renameDocument(
  db: MirrorDatabase,
  transaction: string,
  { row, belongsTo }: PlacedDocument,
  name: string,
): Promise<Step[]> {
  if (belongsTo) return updateRow(db, 'items', { transaction, uuid: belongsTo.uuid, edits: { name } });
  if (!row.inQueue) return updateDocument(db, { transaction, uuid: row.uuid, edits: { name }, placed: true });
  await editQueueFiles(db, { transaction, uuids: [row.uuid], name });
  return [];
}

/** Removes queued documents from the queue and deletes the others. Undo restores only the others. */
async function removeDocuments(
  db: MirrorDatabase,
  transaction: string,
  documents: readonly PlacedDocument[],
): Promise<Step[]> {
  const together = documents.length > 1;
  const queued = documents.filter(({ row }) => row.inQueue).map(({ row }) => row.uuid);
  if (queued.length > 0) await removeFromQueue(db, { transaction, uuids: queued, together });
  const others = documents.filter(({ row }) => !row.inQueue);
  if (others.length === 0) return [];
  return deleteDocuments(
    db,
    others.map(({ row }) => ({ transaction, uuid: row.uuid, item: row.itemId ?? undefined, together })),
  );
}

function named(document: PlacedDocument | undefined): string {
  return ACTS.quoted(document?.name ?? '');
}

function cardOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-document]') : null;
}

function focusCard(list: HTMLElement | null, uuid: string): void {
  list?.querySelector<HTMLElement>(`[data-document="${CSS.escape(uuid)}"] [data-open]`)?.focus();
}

/** Moves the focus to another document's link. Returns whether the key does that. */
function moveFocus(list: HTMLElement | null, key: string): boolean {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-open]') ?? [])];
  const at = links.findIndex((link) => link === document.activeElement);
  const grid = list?.dataset['layout'] === 'grid';
  const columns = grid ? columnsOf(links) : 1;
  const to: Record<string, number> = {
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    ...(grid && { ArrowRight: at + 1, ArrowLeft: at - 1 }),
  };
  const wanted = to[key];
  if (wanted === undefined) return false;
  links[wanted]?.focus();
  return true;
}

/** Returns the number of documents in the first row of the grid. */
function columnsOf(links: readonly HTMLElement[]): number {
  const tops = links.map((link) => cardOf(link)?.offsetTop);
  const next = tops.findIndex((top) => top !== tops[0]);
  return next < 0 ? Math.max(1, links.length) : next;
}
