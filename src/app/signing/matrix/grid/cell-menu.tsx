import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import Check from 'lucide-react/icons/check';
import Mail from 'lucide-react/icons/mail';
import PenLine from 'lucide-react/icons/pen-line';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Trash2 from 'lucide-react/icons/trash-2';
import { MenuPopover, type MenuEntry } from '../../../ui/overlay/menu-popover.tsx';
import { wentOut } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import type { EditedSignature } from '../../documents/signature-options-dialog.tsx';
import { isOpen, refusalOf, type CellGroup, type MatrixCell } from './cells.ts';
import type { CellPacket } from './cell-packets.ts';
import { MENU } from '../matrix-copy.ts';
import type { MatrixColumn } from './matrix-columns.ts';
import styles from '../signature-matrix.module.css';

interface CellMenuProps {
  transaction: string;
  document: string;
  column: MatrixColumn;
  cell: MatrixCell | undefined;
  packet: CellPacket | null;
  /** Position in px from the window's upper left corner. */
  place: { x: number; y: number };
  onAssign: (authRep: string | null) => void;
  onUnassign: () => void;
  onUnassignGroup: (group: CellGroup) => void;
  /** Edits the caption of a signature or a group, and the other requirements of a signature. */
  onEdit: (edited: EditedSignature) => void;
  onClose: () => void;
}

/** The actions for one cell, mainly the choice of the capacity in which an entity signs. */
export function CellMenu({ document, column, cell, packet, place, onClose, ...props }: CellMenuProps) {
  const navigate = useNavigate();
  const anchor = useRef<HTMLSpanElement>(null);
  const taken = new Set(cell?.assignments.map(({ authRep }) => authRep));
  const ways = column.capacities.length > 0 ? column.capacities : [{ authRep: null, signer: '' }];
  // If there is only one way to sign, it doesn't matter which relation in the chain the assignment refers to.
  const isTaken = (authRep: string | null) => taken.has(authRep) || (ways.length === 1 && taken.size > 0);
  const entries: MenuEntry[] = [
    ...ways.map(({ authRep, signer }) => ({
      id: `assign/${authRep ?? ''}`,
      label: signer === '' ? MENU.assign : MENU.assignThrough(signer),
      icon: isTaken(authRep) ? <Check aria-hidden="true" /> : <PenLine aria-hidden="true" />,
      onChoose: () => props.onAssign(authRep),
    })),
    ...(cell?.assignments ?? [])
      .filter(({ status }) => !wentOut(status))
      .map((row) => ({
        id: `edit/${row.uuid}`,
        label: MENU.edit(signerNamed(column, row.authRep)),
        icon: <SlidersHorizontal aria-hidden="true" />,
        onChoose: () => props.onEdit({ kind: 'assignment', row, name: column.name }),
      })),
    ...(packet === null
      ? []
      : [
          {
            id: 'packet',
            label: MENU.openPacket,
            icon: <Mail aria-hidden="true" />,
            ...(packet.words !== null && { hint: packet.words }),
            onChoose: () => navigate(`/transaction/${props.transaction}/packets/${packet.uuid}`),
          },
        ]),
    ...(cell?.groups ?? []).map(({ dynamicAssignment, name }) => ({
      id: `caption/${dynamicAssignment.uuid}`,
      label: MENU.editCaption(name),
      icon: <SlidersHorizontal aria-hidden="true" />,
      onChoose: () => props.onEdit({ kind: 'group', row: dynamicAssignment, name }),
    })),
    ...(cell?.groups ?? []).map((group) => ({
      id: `group/${group.dynamicAssignment.uuid}`,
      label: MENU.unassignGroup(group.name),
      icon: <Trash2 aria-hidden="true" />,
      danger: true,
      onChoose: () => props.onUnassignGroup(group),
    })),
    ...(!cell || isOpen(cell) || refusalOf(cell) !== null
      ? []
      : [
          {
            id: 'unassign',
            label: MENU.unassign,
            icon: <Trash2 aria-hidden="true" />,
            danger: true,
            onChoose: props.onUnassign,
          },
        ]),
  ];
  return (
    <>
      <span ref={anchor} className={styles.anchor} style={{ left: place.x, top: place.y }} />
      <MenuPopover
        label={MENU.name(document, column.name)}
        trigger={anchor}
        placement="bottom start"
        entries={entries}
        onClose={onClose}
      />
    </>
  );
}

/** Returns who signs in that capacity, if there is a choice. */
function signerNamed({ capacities }: MatrixColumn, authRep: string | null): string | null {
  return capacities.length > 1 ? (capacities.find((each) => each.authRep === authRep)?.signer ?? null) : null;
}
