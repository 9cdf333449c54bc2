import { useRef, useState } from 'react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { DealRights } from '../../../db/queries/transactions/deal-rights.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ROW } from './deal-list-copy.ts';
import type { DealAct } from './deal-menu-popover.tsx';

const DealMenuPopover = lazyComponent(() =>
  import('./deal-menu-popover.tsx').then((module) => module.DealMenuPopover),
);

interface DealMenuProps {
  deal: TransactionRow;
  rights: DealRights;
  /** Why the deal is kept on this device; undefined if it is not. */
  kept: 'chosen' | 'automatic' | undefined;
  onAct: (act: DealAct) => void;
}

/** The button at the end of a deal's row. Its menu is loaded when it first opens. */
export function DealMenu({ deal, rights, kept, onAct }: DealMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        label={ROW.moreActions(deal.name)}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Ellipsis aria-hidden="true" />
      </IconButton>
      {open ? (
        <DealMenuPopover
          deal={deal}
          rights={rights}
          kept={kept}
          trigger={button}
          onAct={onAct}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
