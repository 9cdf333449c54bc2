import { useRef, useState } from 'react';
import Download from 'lucide-react/icons/download';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import type { MenuEntry } from '../ui/overlay/menu-popover.tsx';

const MenuPopover = lazyComponent(() =>
  import('../ui/overlay/menu-popover.tsx').then((module) => module.MenuPopover),
);

interface DownloadMenuProps {
  label: string;
  entries: readonly MenuEntry[];
  /** Whether a download is being prepared. */
  isBusy?: boolean;
  /** Whether the label is visible. */
  wide?: boolean;
}

/** A button with a menu of downloads. The menu is loaded when it first opens. */
export function DownloadMenu({ label, entries, isBusy = false, wide = false }: DownloadMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const opener = {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    disabled: isBusy,
    onClick: () => setOpen(true),
  } as const;
  return (
    <>
      {wide ? (
        <Button {...opener} icon={<Download aria-hidden="true" />}>
          {label}
        </Button>
      ) : (
        <IconButton {...opener} label={label}>
          <Download aria-hidden="true" />
        </IconButton>
      )}
      {open ? (
        <MenuPopover label={label} trigger={button} entries={entries} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
