import { useMemo, useSyncExternalStore } from 'react';
import { matrixView, type MatrixRows } from '../../../db/queries/signing/assignments/matrix-rows.ts';
import { useFeature } from '../../lib/account/use-feature.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { AssignDialog } from '../matrix/assign-dialog.tsx';
import { cellReader, groupAssignmentsOf } from '../matrix/grid/cells.ts';
import { assignableGroups, columnsOf } from '../matrix/grid/matrix-columns.ts';
import { useMatrixEdits } from '../matrix/use-matrix-edits.ts';

/** A document of the checklist that can be assigned. */
export interface AssignableDocument {
  /** The uuid of its item. */
  uuid: string;
  name: string;
  /** Whether it is marked to be signed. */
  isMarked: boolean;
}

interface AssignDocumentsDialogProps {
  transaction: string;
  documents: readonly AssignableDocument[];
  announce: (text: string) => void;
  onClose: () => void;
}

/** Assigns documents of the checklist to a signatory or a signing group. */
export function AssignDocumentsDialog(props: AssignDocumentsDialogProps) {
  const db = useMirror();
  const { transaction } = props;
  const view = useMemo(() => matrixView(db, transaction), [db, transaction]);
  const rows = useSyncExternalStore(view.subscribe, view.getSnapshot);
  return rows ? <ShownDialog {...props} rows={rows} /> : null;
}

function ShownDialog({
  transaction,
  documents,
  announce,
  onClose,
  rows,
}: AssignDocumentsDialogProps & { rows: MatrixRows }) {
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const byUuid = useMemo(() => new Map(documents.map((each) => [each.uuid, each])), [documents]);
  const items = [...byUuid.keys()];
  const follows = useFeature('BACKEND_SIGNING_GROUP_LOGIC');
  const edits = useMatrixEdits({
    transaction,
    read: cellReader(groupAssignmentsOf(rows, follows), new Map())(rows.byItem),
    rows,
    nameOf: (item) => byUuid.get(item)?.name ?? '',
    isMarked: (item) => byUuid.get(item)?.isMarked ?? true,
    announce,
  });
  return (
    <AssignDialog
      transaction={transaction}
      items={items}
      columns={columns}
      groups={assignableGroups(rows)}
      onSignatory={(column) =>
        edits.setCells(
          items.map((item) => ({ item, column })),
          'assign',
        )
      }
      onGroup={(group) => edits.assignToGroup(items, group)}
      onClose={onClose}
    />
  );
}
