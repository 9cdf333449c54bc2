import type { RefObject } from 'react';
import Archive from 'lucide-react/icons/archive';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import HardDrive from 'lucide-react/icons/hard-drive';
import HardDriveDownload from 'lucide-react/icons/hard-drive-download';
import LogOut from 'lucide-react/icons/log-out';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Trash2 from 'lucide-react/icons/trash-2';
import Users from 'lucide-react/icons/users';
import type { DealRights } from '../../../db/queries/transactions/deal-rights.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { canKeep } from '../../offline-deals/can-keep-offline.ts';
import { MenuPopover, type MenuEntry } from '../../ui/overlay/menu-popover.tsx';
import { MENU } from './deal-actions-copy.ts';

/** The actions of a deal's row menu. */
export type DealAct = 'details' | 'people' | 'keep' | 'release' | 'archive' | 'leave' | 'delete';

interface DealMenuPopoverProps {
  deal: TransactionRow;
  rights: DealRights;
  kept: 'chosen' | 'automatic' | undefined;
  trigger: RefObject<HTMLButtonElement | null>;
  onAct: (act: DealAct) => void;
  onClose: () => void;
}

/** The menu at the end of a deal's row. */
export function DealMenuPopover({ deal, rights, kept, trigger, onAct, onClose }: DealMenuPopoverProps) {
  return (
    <MenuPopover
      label={deal.name}
      trigger={trigger}
      entries={entriesFor(deal, rights, kept, onAct)}
      onClose={onClose}
    />
  );
}

function entriesFor(
  { archived }: TransactionRow,
  rights: DealRights,
  kept: 'chosen' | 'automatic' | undefined,
  onAct: (act: DealAct) => void,
): MenuEntry[] {
  const entry = (id: DealAct, label: string, icon: MenuEntry['icon'], danger = false): MenuEntry => ({
    id,
    label,
    icon,
    danger,
    onChoose: () => onAct(id),
  });
  const keeping = [
    ...(kept === 'chosen' ? [] : [entry('keep', MENU.keep, <HardDriveDownload aria-hidden="true" />)]),
    ...(kept ? [entry('release', MENU.release, <HardDrive aria-hidden="true" />)] : []),
  ];
  return [
    entry('details', MENU.details, <SlidersHorizontal aria-hidden="true" />),
    entry('people', MENU.participants, <Users aria-hidden="true" />),
    ...(canKeep() ? keeping : []),
    ...(rights.takesPart
      ? [
          archived
            ? entry('archive', MENU.unarchive, <ArchiveRestore aria-hidden="true" />)
            : entry('archive', MENU.archive, <Archive aria-hidden="true" />),
        ]
      : []),
    ...(rights.leaves ? [entry('leave', MENU.leave, <LogOut aria-hidden="true" />)] : []),
    ...(rights.owns ? [entry('delete', MENU.delete, <Trash2 aria-hidden="true" />, true)] : []),
  ];
}
