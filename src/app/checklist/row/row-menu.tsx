import { useRef } from 'react';
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line';
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line';
import CornerDownRight from 'lucide-react/icons/corner-down-right';
import FileDown from 'lucide-react/icons/file-down';
import Eye from 'lucide-react/icons/eye';
import ListTree from 'lucide-react/icons/list-tree';
import PanelRight from 'lucide-react/icons/panel-right';
import Pencil from 'lucide-react/icons/pencil';
import SquareCheck from 'lucide-react/icons/square-check';
import Trash2 from 'lucide-react/icons/trash-2';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { mayLieUnder, type RowKind } from '../../../contract/rules/checklist/containment.ts';
import { isMissing, type ChecklistEntry } from '../../../db/views/checklist-snapshot.ts';
import { RESTORE_HINT } from '../../lib/format/restore-copy.ts';
import { MenuPopover, type MenuEntry } from '../../ui/overlay/menu-popover.tsx';
import { MENU, TOOLBAR } from '../checklist-copy.ts';
import type { ChecklistIntent } from '../checklist-keys.ts';
import type { Side } from '../move/new-place.ts';
import { isDone } from './row-facts.ts';
import styles from './row-menu.module.css';

/** Position of a menu, px from the window's upper left corner. */
export interface RowMenuPlace {
  x: number;
  y: number;
}

interface RowMenuProps {
  entry: ChecklistEntry;
  /** How many rows are selected. With several, the menu offers only what applies to all of them. */
  chosen: number;
  mayEdit: boolean;
  place: RowMenuPlace;
  onIntent: (intent: ChecklistIntent) => void;
  onClose: () => void;
}

/** Actions on a row, or on the selected rows. Each has a keyboard shortcut, too. */
export function RowMenu({ entry, chosen, mayEdit, place, onIntent, onClose }: RowMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} className={styles.anchor} style={{ left: place.x, top: place.y }} />
      <MenuPopover
        label={MENU.name(entry.name, chosen)}
        trigger={anchor}
        placement="bottom start"
        entries={chosen > 1 ? entriesOfMany(mayEdit, onIntent) : entriesOf(entry, mayEdit, onIntent)}
        onClose={onClose}
      />
    </>
  );
}

const SIDES: Record<Side, MenuEntry['icon']> = {
  above: <ArrowUpToLine aria-hidden="true" />,
  below: <ArrowDownToLine aria-hidden="true" />,
  inside: <ListTree aria-hidden="true" />,
};
const kinds = ['header', 'item', 'task'] as const satisfies readonly RowKind[];

function entriesOf(entry: ChecklistEntry, mayEdit: boolean, onIntent: RowMenuProps['onIntent']): MenuEntry[] {
  const act = (
    label: string,
    icon: MenuEntry['icon'],
    intent: ChecklistIntent,
    danger = false,
  ): MenuEntry => ({
    id: label,
    label,
    icon,
    danger,
    onChoose: () => onIntent(intent),
  });
  const add = (kind: RowKind, side: Side) => {
    const label = side === 'inside' && entry.kind === 'item' ? MENU.addAttachment : MENU.add(kind, side);
    return act(label, SIDES[side], { type: 'add', kind, side });
  };
  const mark = MENU.mark(!isDone(entry));
  const view = entry.document ? [act(MENU.view, <Eye aria-hidden="true" />, { type: 'view' })] : [];
  const details = act(MENU.details, <PanelRight aria-hidden="true" />, { type: 'show-details' });
  const download = entry.item ? [downloadEntry(onIntent)] : [];
  if (!mayEdit) return [...view, ...download, details];
  return [
    ...view,
    ...download,
    ...(isMissing(entry) ? [] : [act(MENU.rename, <Pencil aria-hidden="true" />, { type: 'rename' })]),
    ...(entry.kind === 'header' || isMissing(entry)
      ? []
      : [act(mark, <SquareCheck aria-hidden="true" />, { type: 'toggle-complete' })]),
    ...kinds.filter((kind) => mayLieUnder(kind, entry.kind)).map((kind) => add(kind, 'inside')),
    ...kinds.map((kind) => add(kind, 'above')),
    ...kinds.map((kind) => add(kind, 'below')),
    details,
    ...editsOfMany(onIntent, entry.kind !== 'task' && !isMissing(entry)),
  ];
}

function downloadEntry(onIntent: RowMenuProps['onIntent']): MenuEntry {
  return {
    id: 'download',
    label: TOOLBAR.download,
    icon: <FileDown aria-hidden="true" />,
    onChoose: () => onIntent({ type: 'download' }),
  };
}

function entriesOfMany(mayEdit: boolean, onIntent: RowMenuProps['onIntent']): MenuEntry[] {
  return [downloadEntry(onIntent), ...(mayEdit ? editsOfMany(onIntent) : [])];
}

function editsOfMany(onIntent: RowMenuProps['onIntent'], canAssign = true): MenuEntry[] {
  const assign = {
    id: 'assign',
    label: TOOLBAR.assign,
    icon: <UserRoundCheck aria-hidden="true" />,
    onChoose: () => onIntent({ type: 'assign' }),
  };
  return [
    ...(canAssign ? [assign] : []),
    {
      id: 'move',
      label: TOOLBAR.moveTo,
      icon: <CornerDownRight aria-hidden="true" />,
      onChoose: () => onIntent({ type: 'move-to' }),
    },
    {
      id: 'delete',
      label: TOOLBAR.delete,
      hint: RESTORE_HINT,
      icon: <Trash2 aria-hidden="true" />,
      danger: true,
      onChoose: () => onIntent({ type: 'delete' }),
    },
  ];
}
