import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import ListTree from 'lucide-react/icons/list-tree';
import type { RowKind } from '../../contract/rules/checklist/containment.ts';
import { deleteElements } from '../../db/commands/checklist/delete-element.ts';
import { notesOf, type NotesByElement } from '../../db/queries/transactions/notes.ts';
import type { TransactionRow } from '../../db/rows.ts';
import { filterChecklist, NO_FILTER, type ChecklistFilter } from '../../db/views/checklist-filter.ts';
import { checklistRows } from '../../db/views/checklist-rows.ts';
import { isMissing, type ChecklistEntry } from '../../db/views/checklist-snapshot.ts';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { pushToast } from '../toasts/toast-store.ts';
import { Button } from '../ui/button.tsx';
import { useCarryOutAct } from '../undo/history-context.ts';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { peopleOf } from '../details/people.ts';
import { useMirror } from '../session/mirror-context.ts';
import { useMayEdit } from '../transaction/may-edit.ts';
import { executedPath, openedOver, viewerPath } from '../viewer/viewer-place.ts';
import { focusTarget, isEdit, type ChecklistIntent } from './checklist-keys.ts';
import { ACTS, CHECKLIST, TOOLBAR } from './checklist-copy.ts';
import { ChecklistToolbar } from './checklist-toolbar.tsx';
import { ChecklistTree, type FocusRequest } from './checklist-tree.tsx';
import { deleteQuestion, type DeleteQuestion } from './delete-question.ts';
import type { Draft } from './row/draft-row.ts';
import type { RowMenuPlace } from './row/row-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { assignableAmong } from './assignable-documents.ts';
import { blockOf, namesOf } from './move/legal-move.ts';
import { newPlace, type Side } from './move/new-place.ts';
import {
  chooseAll,
  chooseOnly,
  extendTo,
  focusOnly,
  neighbor,
  NOTHING_CHOSEN,
  pruned,
  toggleChosen,
  type Selection,
} from '../lib/selection.ts';
import { useAnnouncer } from './use-announcer.tsx';
import type { ShownChecklist } from './use-checklist-snapshot.ts';
import { useItemSignatures } from './use-item-signatures.ts';
import { useLatest } from '../lib/use-latest.ts';
import { useNumbering } from './use-numbering.ts';
import { useFolds } from './use-folds.ts';
import { useLinkedRow } from './linked-row.ts';
import { useMoves } from './move/use-moves.ts';
import { useRowEdits } from './row/use-row-edits.ts';
import { PrintedChecklist } from './printed-checklist.tsx';
import { isDone } from './row/row-facts.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { saveChecklist } from './export/load-and-save-checklist.ts';
import styles from './checklist.module.css';

const ConfirmDialog = lazyComponent(() =>
  import('../ui/overlay/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);
const DetailsPanel = lazyComponent(() =>
  import('../details/details-panel.tsx').then((module) => module.DetailsPanel),
);
const AssignDocumentsDialog = lazyComponent(() =>
  import('../signing/documents/assign-documents-dialog.tsx').then((module) => module.AssignDocumentsDialog),
);
const DownloadDialog = lazyComponent(() =>
  import('../documents/download/download-dialog.tsx').then((module) => module.DownloadDialog),
);
const MoveDialog = lazyComponent(() => import('./move/move-dialog.tsx').then((module) => module.MoveDialog));
const RowMenu = lazyComponent(() => import('./row/row-menu.tsx').then((module) => module.RowMenu));

const NO_NOTES: NotesByElement = new Map();

interface ChecklistProps {
  deal: TransactionRow;
  shown: ShownChecklist;
  /** Whether the viewer covers the checklist. */
  covered: boolean;
  /** Height of the panel that covers the lower end of the list, px. */
  roomBelow: number;
  /** The upload button, shown while the checklist is empty. */
  upload: ReactNode;
}

/** The closing checklist of a deal. It reads the view's snapshot, writes through commands, and keeps the screen's own state. */
export function Checklist({ deal, shown, covered, roomBelow, upload }: ChecklistProps) {
  const { uuid: transaction } = deal;
  const { snapshot, current, whole } = shown;
  const db = useMirror();
  const act = useCarryOutAct();
  const mayEdit = useMayEdit();
  const edits = useRowEdits(transaction);
  const people = useMemo(() => peopleOf(deal), [deal]);
  const notes = useLiveQuery(() => notesOf(db, transaction), [db, transaction]) ?? NO_NOTES;
  const signatures = useItemSignatures(db, transaction);
  const [details, setDetails] = useState(false);
  const { collapsed, fold, unfold, foldAll } = useFolds(transaction);
  const [storedSelection, setSelection] = useState<Selection>(NOTHING_CHOSEN);
  const [editing, setEditing] = useState<string | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  /** `ids`: the rows to delete when the user confirms. Rows that are gone by then are skipped. */
  const [question, setQuestion] = useState<(DeleteQuestion & { ids: ReadonlySet<string> }) | null>(null);
  /** Position of the active row's menu; null = closed. */
  const [menu, setMenu] = useState<RowMenuPlace | null>(null);
  const [downloading, setDownloading] = useState<readonly string[] | null>(null);
  const [moving, setMoving] = useState<string[] | null>(null);
  const [assigning, setAssigning] = useState<ReturnType<typeof assignableAmong> | null>(null);
  /** Null while the filter is closed. */
  const [filter, setFilter] = useState<ChecklistFilter | null>(null);
  const { announce, region: announcements } = useAnnouncer(CHECKLIST.announcements);
  const [focusRequest, setFocusRequest] = useState<FocusRequest | null>(null);
  const navigate = useNavigate();
  useLinkedRow(snapshot, (linked) => {
    foldAll([]);
    setFilter(null);
    setSelection(chooseOnly(linked));
    setFocusRequest({ uuid: linked });
  });

  const format = useNumbering(deal);
  const { lists, entries } = snapshot;
  const filtered = useMemo(
    () => filter && filterChecklist({ lists, entries }, filter, db.userId),
    [lists, entries, filter, db.userId],
  );
  const rows = useMemo(
    () => checklistRows({ lists, entries }, { collapsed, format, visible: filtered?.visible }),
    [lists, entries, collapsed, format, filtered],
  );
  const order = useMemo(() => rows.map((row) => row.entry.uuid), [rows]);
  const indexes = useMemo(() => new Map(order.map((uuid, index) => [uuid, index])), [order]);
  // Actions skip rows that are folded away or filtered out, because the user would not see the effect.
  const selection = useMemo(
    () => pruned(storedSelection, (uuid) => indexes.has(uuid)),
    [storedSelection, indexes],
  );
  const activeUuid = selection.active ?? order[0] ?? null;
  const activeIndex = activeUuid === null ? undefined : indexes.get(activeUuid);
  const active = (activeIndex !== undefined && rows[activeIndex]) || null;

  const select = (next: Selection) => setSelection(next);
  const focusRow = (next: Selection) => {
    setSelection(next);
    setFocusRequest({ uuid: next.active });
  };

  const { move, moveByKey } = useMoves(transaction, {
    current,
    whole,
    announce,
    unfold: (uuid) => unfold(uuid, snapshot.lists),
    onMovedByKey: () => setFocusRequest({ uuid: null }),
  });

  const startDraft = (kind: RowKind, side?: Side) => {
    const place = newPlace(snapshot, selection.active, kind, side);
    unfold(place.parent, snapshot.lists);
    setEditing(null);
    setFocusRequest(null);
    // The filter would hide the new row as soon as it has a name.
    setFilter(null);
    setDraft({ kind, ...place });
  };
  const endDraft = (name: string | null) => {
    setDraft(null);
    if (!draft || name === null) {
      setFocusRequest({ uuid: null });
      return;
    }
    const uuid = edits.add(draft, name);
    announce(CHECKLIST.added(name));
    focusRow(chooseOnly(uuid));
  };
  const startRename = (uuid: string | null) => {
    const entry = uuid === null ? undefined : snapshot.entries.get(uuid);
    if (!entry) return;
    if (!mayEdit) return;
    if (isMissing(entry)) announce(CHECKLIST.notHereToRename(entry.name));
    else setEditing(uuid);
  };
  const { rename: saveName } = edits;
  const rename = useCallback(
    (entry: ChecklistEntry, name: string | null) => {
      setEditing(null);
      setFocusRequest({ uuid: null });
      if (name !== null) saveName(entry, name);
    },
    [saveName],
  );
  const chosenOrActive = (): ReadonlySet<string> =>
    selection.chosen.size > 0 ? selection.chosen : new Set(activeUuid ? [activeUuid] : []);
  const deleteNow = (confirmed: ReadonlySet<string>) => {
    const ids = new Set([...confirmed].filter((uuid) => snapshot.entries.has(uuid)));
    if (ids.size === 0) return;
    const next = neighbor(order, ids);
    focusRow(next ? chooseOnly(next) : NOTHING_CHOSEN);
    const uuids = [...ids];
    const what = namesOf(snapshot, uuids);
    const notice = CHECKLIST.deleted(what, uuids.length);
    act(ACTS.delete(what), deleteElements(db, { transaction, uuids }), notice);
  };
  const askToDelete = () => {
    const ids = chosenOrActive();
    if (ids.size === 0) return;
    const needed = deleteQuestion(snapshot, ids);
    if (needed) setQuestion({ ...needed, ids });
    else deleteNow(ids);
  };

  const startMove = () => {
    const ids = blockOf(snapshot, chosenOrActive());
    if (ids.length > 0) setMoving(ids);
  };
  const startAssign = (ids: ReadonlySet<string>) => {
    const documents = assignableAmong(snapshot, ids);
    if (documents.length > 0) setAssigning(documents);
    else pushToast({ id: 'nothing-to-assign', level: 'info', message: TOOLBAR.nothingToAssign });
  };
  const startDownload = (ids: ReadonlySet<string>) => {
    const items = [...ids].flatMap((uuid) => snapshot.entries.get(uuid)?.item?.uuid ?? []);
    if (items.length > 0) setDownloading(items);
    else pushToast({ id: 'nothing-to-download', level: 'info', message: TOOLBAR.nothingToDownload });
  };
  const endFilter = () => {
    setFilter(null);
    setFocusRequest({ uuid: null });
  };
  const view = (uuid: string) => {
    const entry = snapshot.entries.get(uuid);
    const document = entry?.document;
    if (!document) return;
    // Closing the viewer returns the focus to this row.
    focusRow(focusOnly(selection, uuid));
    const path = entry.item?.collation === 'done' ? executedPath : viewerPath;
    void navigate(path(transaction, document.uuid), { state: openedOver('checklist') });
  };

  const anyCollapsed = useMemo(() => rows.some((row) => row.expandable && !row.expanded), [rows]);
  const anyToFold = useMemo(() => rows.some((row) => row.expandable), [rows]);
  const foldable = () => rows.filter((row) => row.expandable).map((row) => row.entry.uuid);

  const onIntent = (intent: ChecklistIntent) => {
    if (!mayEdit && isEdit(intent)) return;
    switch (intent.type) {
      case 'focus': {
        const uuid = focusTarget(order, activeUuid, intent.step);
        if (uuid === null) return;
        if (intent.how === 'extend') focusRow(extendTo({ ...selection, active: activeUuid }, uuid, order));
        else focusRow(intent.how === 'focus' ? focusOnly(selection, uuid) : chooseOnly(uuid));
        return;
      }
      case 'open':
        if (active?.expandable && !active.expanded) fold(active.entry.uuid, false);
        else if (active?.expanded)
          focusRow(chooseOnly(order[order.indexOf(active.entry.uuid) + 1] ?? active.entry.uuid));
        return;
      case 'close':
        if (active?.expanded) fold(active.entry.uuid, true);
        else if (active && active.parent !== TOP) focusRow(chooseOnly(active.parent));
        return;
      case 'move':
        moveByKey(chosenOrActive(), intent.direction);
        return;
      case 'rename':
        setFocusRequest(null);
        startRename(activeUuid);
        return;
      case 'delete':
        askToDelete();
        return;
      case 'toggle-choice':
        if (activeUuid !== null) focusRow(toggleChosen(selection, activeUuid));
        return;
      case 'choose-all':
        select(chooseAll(selection, order));
        return;
      case 'choose-none':
        select({ ...NOTHING_CHOSEN, active: activeUuid });
        return;
      case 'add':
        startDraft(intent.kind, intent.side);
        return;
      case 'toggle-complete':
        if (active) edits.complete(active.entry, !isDone(active.entry));
        return;
      case 'move-to':
        startMove();
        return;
      case 'assign':
        startAssign(chosenOrActive());
        return;
      case 'download':
        startDownload(chosenOrActive());
        return;
      case 'filter':
        setFilter(filter ?? NO_FILTER);
        return;
      case 'toggle-filter':
        if (filter === null) setFilter(NO_FILTER);
        else endFilter();
        return;
      case 'toggle-folds':
        foldAll(anyCollapsed ? [] : foldable());
        return;
      case 'view':
        if (activeUuid !== null) view(activeUuid);
        return;
      case 'export':
        return void saveChecklist({ whole, db, deal, format, people, signatures }, intent.as);
      case 'show-details':
        setDetails(!details);
    }
  };

  const latestIntent = useLatest(onIntent);
  const intend = useCallback((intent: ChecklistIntent) => latestIntent.current(intent), [latestIntent]);
  const empty = snapshot.state === 'ready' && snapshot.entries.size === 0 && !draft;

  return (
    <section className={styles.checklist} aria-label={CHECKLIST.name}>
      <ChecklistToolbar
        chosen={selection.chosen.size}
        anyCollapsed={anyCollapsed}
        foldable={anyToFold}
        mayEdit={mayEdit}
        onMenu={setMenu}
        filtering={filter !== null}
        details={details}
        onIntent={intend}
      />
      {filter === null ? null : (
        <FilterBar
          filter={filter}
          matches={filtered?.matches ?? null}
          onFilter={setFilter}
          onClose={endFilter}
        />
      )}
      <div className={styles.room}>
        {empty ? (
          <div className={styles.empty} style={{ paddingBottom: roomBelow }}>
            <EmptyState
              icon={<ListTree aria-hidden="true" />}
              compact={roomBelow > 0}
              title={mayEdit ? CHECKLIST.emptyTitle : CHECKLIST.emptyForViewersTitle}
              actions={
                mayEdit ? (
                  <>
                    {upload}
                    <Button onClick={() => startDraft('header')}>{CHECKLIST.emptyAdd}</Button>
                  </>
                ) : undefined
              }
            >
              {mayEdit
                ? upload === null
                  ? CHECKLIST.emptyStart
                  : CHECKLIST.emptyDrop
                : CHECKLIST.emptyForViewers}
            </EmptyState>
          </div>
        ) : (
          <ChecklistTree
            label={CHECKLIST.name}
            fixed={!mayEdit}
            snapshot={snapshot}
            rows={rows}
            order={order}
            indexes={indexes}
            selection={selection}
            editing={editing}
            draft={draft}
            people={people}
            notes={notes}
            signatures={signatures}
            focusRequest={focusRequest}
            roomBelow={roomBelow}
            onSelect={select}
            onMenu={(uuid, place) => {
              if (!selection.chosen.has(uuid)) select(chooseOnly(uuid));
              else select(focusOnly(selection, uuid));
              setMenu(place);
            }}
            onToggle={(uuid) => fold(uuid, !collapsed.has(uuid))}
            onView={view}
            onEdit={startRename}
            onIntent={onIntent}
            onMove={move}
            onRename={rename}
            onComplete={edits.complete}
            onDraft={endDraft}
          />
        )}
        {details ? (
          <DetailsPanel
            deal={deal}
            entry={active?.entry ?? null}
            notes={(active && notes.get(active.entry.uuid)) ?? []}
            signatures={signatures}
            onAssign={() => startAssign(new Set(activeUuid === null ? [] : [activeUuid]))}
            onClose={() => {
              setDetails(false);
              setFocusRequest({ uuid: null });
            }}
          />
        ) : null}
      </div>
      <PrintedChecklist
        deal={deal}
        snapshot={snapshot}
        format={format}
        people={people}
        signatures={signatures}
        covered={covered}
      />
      {announcements}
      {question ? (
        <ConfirmDialog
          title={question.title}
          confirm={question.confirm}
          onConfirm={() => deleteNow(question.ids)}
          onClose={() => setQuestion(null)}
        >
          {question.text}
        </ConfirmDialog>
      ) : null}
      {moving ? (
        <MoveDialog
          snapshot={snapshot}
          format={format}
          ids={moving}
          onMove={move}
          onClose={() => setMoving(null)}
        />
      ) : null}
      {assigning ? (
        <AssignDocumentsDialog
          transaction={transaction}
          documents={assigning}
          announce={announce}
          onClose={() => setAssigning(null)}
        />
      ) : null}
      {downloading ? (
        <DownloadDialog transaction={transaction} items={downloading} onClose={() => setDownloading(null)} />
      ) : null}
      {menu && active ? (
        <RowMenu
          entry={active.entry}
          chosen={selection.chosen.size}
          mayEdit={mayEdit}
          place={menu}
          onIntent={onIntent}
          onClose={() => {
            setMenu(null);
            setFocusRequest({ uuid: null });
          }}
        />
      ) : null}
    </section>
  );
}
