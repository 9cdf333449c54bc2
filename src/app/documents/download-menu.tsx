import { useRef, useState } from 'react';
import Download from 'lucide-react/icons/download';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { IconButton } from '../ui/button.tsx';
import type { MenuEntry } from '../ui/overlay/menu-popover.tsx';

const MenuPopover = lazyComponent(() =>
  import('../ui/overlay/menu-popover.tsx').then((module) => module.MenuPopover),
);

interface DownloadMenuProps {
  label: string;
  entries: readonly MenuEntry[];
  /** A download is being prepared. */
  isBusy?: boolean;
}

/** A button with a menu of downloads. The menu is loaded when it first opens. */
export function DownloadMenu({ label, entries, isBusy = false }: DownloadMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        disabled={isBusy}
        onClick={() => setOpen(true)}
      >
        <Download aria-hidden="true" />
      </IconButton>
      {open ? (
        <MenuPopover label={label} trigger={button} entries={entries} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
