import { useRef, useState } from 'react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FilePlus from 'lucide-react/icons/file-plus-2';
import Pencil from 'lucide-react/icons/pencil';
import Replace from 'lucide-react/icons/replace';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ListedDesign } from '../../../db/queries/signing/pages/block-designs.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { DraftField } from '../../ui/form/draft-field.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import { DESIGNS } from './designs-copy.ts';
import styles from './page-editor.module.css';

const MenuPopover = lazyComponent(() =>
  import('../../ui/overlay/menu-popover.tsx').then((module) => module.MenuPopover),
);

/** Actions on a saved design. */
export interface DesignActs {
  onRename: (name: string) => void;
  onReplace: () => void;
  onDefault: (isDefault: boolean) => void;
  onDelete: () => void;
}

interface DesignLineProps {
  saved: ListedDesign;
  /** Whether the block has this design. */
  isApplied: boolean;
  onApply: () => void;
  /** Null if the user can't change the design. */
  acts: DesignActs | null;
}

/** A saved block design, which can be applied to the block or changed. */
export function DesignLine({ saved, isApplied, onApply, acts }: DesignLineProps) {
  const { name, design, isDefault } = saved;
  const [renaming, setRenaming] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  return (
    <li className={styles.design}>
      <div className={styles.designName}>
        {renaming && acts ? (
          <DraftField
            label={DESIGNS.nameOf(name)}
            hiddenLabel
            value={name}
            maxLength={100}
            onCommit={(text) => {
              setRenaming(false);
              acts.onRename(text);
            }}
          />
        ) : (
          <span dir="auto">{name}</span>
        )}
        {isDefault ? <Badge>{DESIGNS.isDefault}</Badge> : null}
      </div>
      {design === null ? null : isApplied ? (
        <span className={styles.hint}>{DESIGNS.applied}</span>
      ) : (
        <Button aria-label={DESIGNS.applyDesign(name)} onClick={onApply}>
          {DESIGNS.apply}
        </Button>
      )}
      {acts ? (
        <IconButton
          ref={menu}
          label={DESIGNS.actions(name)}
          aria-haspopup="menu"
          onClick={() => setMenuOpen(true)}
        >
          <Ellipsis aria-hidden="true" />
        </IconButton>
      ) : null}
      {design === null ? <p className={styles.hint}>{DESIGNS.unreadable}</p> : null}
      {menuOpen && acts ? (
        <MenuPopover
          label={DESIGNS.actions(name)}
          trigger={menu}
          onClose={() => setMenuOpen(false)}
          entries={[
            {
              id: 'default',
              label: isDefault ? DESIGNS.stopDefault : DESIGNS.makeDefault,
              hint: DESIGNS.makeDefaultHint,
              icon: <FilePlus aria-hidden="true" />,
              onChoose: () => acts.onDefault(!isDefault),
            },
            {
              id: 'replace',
              label: DESIGNS.replace,
              icon: <Replace aria-hidden="true" />,
              onChoose: acts.onReplace,
            },
            {
              id: 'rename',
              label: DESIGNS.rename,
              icon: <Pencil aria-hidden="true" />,
              onChoose: () => setRenaming(true),
            },
            {
              id: 'delete',
              label: DESIGNS.delete,
              icon: <Trash2 aria-hidden="true" />,
              danger: true,
              onChoose: acts.onDelete,
            },
          ]}
        />
      ) : null}
    </li>
  );
}
