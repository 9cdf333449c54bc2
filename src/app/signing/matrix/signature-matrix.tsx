import { useMemo, useState, useSyncExternalStore } from 'react';
import {
  matrixView,
  packetsView,
  type MatrixRows,
  type PacketOf,
} from '../../../db/queries/signing/assignments/matrix-rows.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { useAnnouncer } from '../../checklist/use-announcer.tsx';
import { NOTHING_CHOSEN, chooseOnly, extendTo, pruned, toggleChosen } from '../../lib/selection.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../lib/commands/use-online-call.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { useMirror } from '../../session/mirror-context.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { Callout } from '../../ui/status/callout.tsx';
import { ReportMenu } from '../reports/report-menu.tsx';
import type { EditedSignature } from '../documents/signature-options-dialog.tsx';
import { packetReader } from './grid/cell-packets.ts';
import { isOpen } from './grid/cells.ts';
import { placesIn, toggleOf, type GridPlace, type GridRange } from './grid/fill.ts';
import { MATRIX, WORKBOOK } from './matrix-copy.ts';
import { MatrixEmpty } from './matrix-empty.tsx';
import { assignableGroups } from './grid/matrix-columns.ts';
import { NO_FILTER } from './matrix-filter.ts';
import { MatrixGrid, type MenuPlace } from './grid/matrix-grid.tsx';
import { MatrixLegend } from './matrix-legend.tsx';
import { MatrixToolbar } from './matrix-toolbar.tsx';
import { PrintedMatrix } from './printed-matrix.tsx';
import { useMatrixContent } from './use-matrix-content.ts';
import { useMatrixEdits } from './use-matrix-edits.ts';
import styles from './signature-matrix.module.css';

const CellMenu = lazyComponent(() => import('./grid/cell-menu.tsx').then((module) => module.CellMenu));
const AssignDialog = lazyComponent(() => import('./assign-dialog.tsx').then((module) => module.AssignDialog));
const SignatureOptionsDialog = lazyComponent(() =>
  import('../documents/signature-options-dialog.tsx').then((module) => module.SignatureOptionsDialog),
);

const NO_PACKETS: PacketOf = new Map();

interface SignatureMatrixProps {
  deal: TransactionRow;
  snapshot: ChecklistSnapshot;
  /** Whether the viewer covers the matrix. */
  covered: boolean;
  /** Height of the panel that covers the lower end of the page, px. */
  roomBelow: number;
}

/** The signature matrix: who signs which document, and the status of each signature. */
export function SignatureMatrix(props: SignatureMatrixProps) {
  const db = useMirror();
  const { uuid } = props.deal;
  const view = useMemo(() => matrixView(db, uuid), [db, uuid]);
  const rows = useSyncExternalStore(view.subscribe, view.getSnapshot);
  const packets = useMemo(() => packetsView(db, uuid), [db, uuid]);
  const packetOf = useSyncExternalStore(packets.subscribe, packets.getSnapshot);
  if (!rows || props.snapshot.state !== 'ready') return null;
  return <ShownMatrix {...props} rows={rows} packets={packetOf ?? NO_PACKETS} />;
}

function ShownMatrix({
  deal,
  snapshot,
  covered,
  roomBelow,
  rows,
  packets,
}: SignatureMatrixProps & { rows: MatrixRows; packets: PacketOf }) {
  const mayEdit = useMayEdit();
  const { announce, region: announcements } = useAnnouncer(MATRIX.announcements);
  const [filter, setFilter] = useState(NO_FILTER);
  const [all, setAll] = useState(false);
  const [storedSelection, setSelection] = useState(NOTHING_CHOSEN);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [editing, setEditing] = useState<{ document: string; edited: EditedSignature } | null>(null);
  const [assigning, setAssigning] = useState(false);
  const reports = useOnlineCall();
  const { content, shown, documents, read, counts } = useMatrixContent({ deal, snapshot, rows, filter, all });
  const { lines, columns } = shown;
  const { signatories } = rows;
  const packetOf = useMemo(() => packetReader(packets, signatories), [packets, signatories]);
  const items = useMemo(() => lines.flatMap(({ kind, uuid }) => (kind === 'document' ? uuid : [])), [lines]);
  // Actions skip documents that are filtered out, because the user would not see the effect.
  const selection = useMemo(() => {
    const visible = new Set(items);
    return pruned(storedSelection, (item) => visible.has(item));
  }, [storedSelection, items]);

  const nameOf = (item: string) => documents.get(item)?.name ?? '';
  const edits = useMatrixEdits({
    transaction: deal.uuid,
    read,
    rows,
    nameOf,
    isMarked: (item) => documents.get(item)?.isMarked ?? true,
    announce,
  });

  const wouldDo = (from: GridPlace) => {
    const [place] = placesIn(shown, { lines: [from.line, from.line], columns: [from.column, from.column] });
    return place && !isOpen(read(place.item).get(place.column.uuid)) ? 'unassign' : 'assign';
  };
  const toggle = (range: GridRange, from: GridPlace, isDrag: boolean) => {
    if (!mayEdit) return;
    const places = placesIn(shown, range);
    edits.setCells(places, isDrag ? wouldDo(from) : toggleOf(places, read));
  };
  const choose = (line: number, how: 'only' | 'toggle' | 'extend') => {
    const item = lines[line]?.uuid;
    if (item === undefined) return;
    const isOnly = selection.chosen.size === 1 && selection.chosen.has(item);
    if (how === 'extend') setSelection(extendTo(selection, item, items));
    else if (how === 'toggle' || isOnly) setSelection(toggleChosen(selection, item));
    else setSelection(chooseOnly(item));
  };
  const download = () =>
    void import('./matrix-workbook.ts')
      .then(({ matrixWorkbook }) => matrixWorkbook(shown, read))
      .then((workbook) => saveFile(workbook, WORKBOOK.fileName(deal.name)))
      .catch((error: unknown) => {
        reportError(error);
        pushToast({ id: 'matrix-workbook', level: 'error', message: WORKBOOK.failed });
      });
  const { problem } = reports;
  const chosenItems = items.filter((item) => selection.chosen.has(item));

  if (documents.size === 0 || content.columns.length === 0)
    return (
      <section className={styles.screen} aria-label={MATRIX.name}>
        <MatrixEmpty
          transaction={deal.uuid}
          missing={documents.size === 0 ? 'documents' : 'signatories'}
          roomBelow={roomBelow}
          onShowAll={all ? null : () => setAll(true)}
        />
      </section>
    );
  const [menuPlace] = menu
    ? placesIn(shown, { lines: [menu.line, menu.line], columns: [menu.column, menu.column] })
    : [];
  return (
    <section className={styles.screen} aria-label={MATRIX.name}>
      <MatrixToolbar
        filter={filter}
        onFilter={setFilter}
        all={all}
        onAll={setAll}
        chosen={chosenItems.length}
        mayEdit={mayEdit}
        onAssign={() => setAssigning(true)}
        downloads={
          <ReportMenu
            transaction={deal.uuid}
            isBusy={reports.pending}
            run={(call) => runCommand(reports.runCommand(call))}
            onMatrix={download}
          />
        }
        onClearSelection={() => setSelection(NOTHING_CHOSEN)}
      />
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {items.length === 0 || columns.length === 0 ? (
        <MatrixEmpty
          transaction={deal.uuid}
          missing="matches"
          roomBelow={roomBelow}
          onClear={() => setFilter(NO_FILTER)}
        />
      ) : (
        <MatrixGrid
          lines={lines}
          columns={columns}
          read={read}
          packetOf={packetOf}
          counts={counts}
          readOnly={!mayEdit}
          roomBelow={roomBelow}
          chosen={selection.chosen}
          onToggle={toggle}
          wouldDo={wouldDo}
          onChoose={choose}
          onMenu={setMenu}
        />
      )}
      <MatrixLegend mayEdit={mayEdit} />
      <PrintedMatrix deal={deal} lines={lines} columns={columns} read={read} covered={covered} />
      {announcements}
      {menu && menuPlace ? (
        <CellMenu
          transaction={deal.uuid}
          document={nameOf(menuPlace.item)}
          column={menuPlace.column}
          cell={read(menuPlace.item).get(menuPlace.column.uuid)}
          packet={packetOf(read(menuPlace.item).get(menuPlace.column.uuid))}
          place={menu}
          onAssign={(authRep) => edits.setCells([menuPlace], 'assign', authRep)}
          onUnassign={() => edits.setCells([menuPlace], 'unassign')}
          onUnassignGroup={(group) => edits.unassignGroup(menuPlace.item, group)}
          onEdit={(edited) => setEditing({ document: nameOf(menuPlace.item), edited })}
          onClose={() => setMenu(null)}
        />
      ) : null}
      {editing ? <SignatureOptionsDialog {...editing} onClose={() => setEditing(null)} /> : null}
      {assigning ? (
        <AssignDialog
          transaction={deal.uuid}
          items={chosenItems}
          columns={content.columns}
          groups={assignableGroups(rows)}
          onSignatory={(column) =>
            edits.setCells(
              chosenItems.map((item) => ({ item, column })),
              'assign',
            )
          }
          onGroup={(group) => edits.assignToGroup(chosenItems, group)}
          onClose={() => setAssigning(false)}
        />
      ) : null}
    </section>
  );
}
