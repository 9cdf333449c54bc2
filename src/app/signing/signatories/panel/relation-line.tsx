import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Ellipsis from 'lucide-react/icons/ellipsis';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Replace from 'lucide-react/icons/replace';
import Trash2 from 'lucide-react/icons/trash-2';
import type { Relation } from '../../../../contract/rules/signing/signatories/capacity.ts';
import { useMayEdit } from '../../../transaction/may-edit.ts';
import { IconButton, UnstyledButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DraftField } from '../../../ui/form/draft-field.tsx';
import { lazyComponent } from '../../../lib/loading/lazy-component.tsx';
import { TITLE_MAX } from '../limits.ts';
import { CAPACITY } from '../signatories-copy.ts';
import { useLineDrag, type Landing } from './use-line-drag.ts';
import type { UsedCapacity } from './used-capacity-dialog.tsx';
import styles from './relation-line.module.css';

const MenuPopover = lazyComponent(() =>
  import('../../../ui/overlay/menu-popover.tsx').then((module) => module.MenuPopover),
);
const UsedCapacityDialog = lazyComponent(() =>
  import('./used-capacity-dialog.tsx').then((module) => module.UsedCapacityDialog),
);

/** How the user reorders a line; absent if this list doesn't set the order. */
interface Ordering {
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onDrop: (dragged: string, landing: Landing) => void;
}

interface RelationLineProps {
  relation: Relation;
  /** The other end of the relation. */
  name: string;
  ordering?: Ordering;
  /** Returns why this title is not allowed, as a sentence, or null. */
  refusal: (title: string) => string | null;
  onOpen: () => void;
  onTitle: (title: string) => Promise<unknown>;
  onReplace?: () => void;
  /** Set if pages were sent or signed in this capacity, so it can't be removed. */
  used: UsedCapacity | null;
  onRemove: () => void;
  /** The lines below: the people and entities who sign for the representative. */
  children?: ReactNode;
}

/** A relation in the panel of one of its ends: the other end, the title, and the actions. */
export function RelationLine(props: RelationLineProps) {
  const { relation, name, ordering, onReplace, used } = props;
  const mayEdit = useMayEdit();
  const [menuOpen, setMenuOpen] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const line = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const landing = useLineDrag(line, handle, {
    uuid: relation.uuid,
    list: relation.entity,
    still: !mayEdit || !ordering,
    onDrop: (dragged, at) => ordering?.onDrop(dragged, at),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || !mayEdit) return;
    const move =
      event.key === 'ArrowUp' ? ordering?.onUp : event.key === 'ArrowDown' ? ordering?.onDown : null;
    if (!move) return;
    event.preventDefault();
    move();
  };
  const arrows = ordering
    ? [
        { id: 'up', label: CAPACITY.up, icon: <ArrowUp aria-hidden="true" />, run: ordering.onUp },
        { id: 'down', label: CAPACITY.down, icon: <ArrowDown aria-hidden="true" />, run: ordering.onDown },
      ]
    : [];
  return (
    <li
      ref={line}
      className={classNames(styles.line, landing !== null && styles[landing])}
      data-relation={relation.uuid}
    >
      <div className={styles.head}>
        {mayEdit && ordering ? (
          <span ref={handle} className={styles.handle} title={CAPACITY.drag(name)}>
            <GripVertical aria-hidden="true" />
          </span>
        ) : null}
        <UnstyledButton
          className={styles.name}
          dir="auto"
          aria-keyshortcuts={ordering ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
          onClick={props.onOpen}
          onKeyDown={onKeyDown}
        >
          {name}
        </UnstyledButton>
        {mayEdit ? (
          <IconButton
            ref={menu}
            label={CAPACITY.more(name)}
            aria-haspopup="menu"
            onClick={() => setMenuOpen(true)}
          >
            <Ellipsis aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {mayEdit ? (
        <DraftField
          label={ordering ? CAPACITY.titleOf(name) : CAPACITY.titleAt(name)}
          hiddenLabel
          value={relation.title}
          placeholder={CAPACITY.title}
          optional
          maxLength={TITLE_MAX}
          problem={props.refusal}
          onCommit={props.onTitle}
        />
      ) : relation.title === '' ? null : (
        <p className={styles.title}>{relation.title}</p>
      )}
      {props.children}
      {menuOpen ? (
        <MenuPopover
          label={CAPACITY.more(name)}
          trigger={menu}
          onClose={() => setMenuOpen(false)}
          entries={[
            ...arrows.flatMap(({ id, label, icon, run }) =>
              run ? [{ id, label, icon, onChoose: run }] : [],
            ),
            ...(onReplace
              ? [
                  {
                    id: 'replace',
                    label: CAPACITY.replace,
                    icon: <Replace aria-hidden="true" />,
                    onChoose: onReplace,
                  },
                ]
              : []),
            {
              id: 'remove',
              label: CAPACITY.remove,
              icon: <Trash2 aria-hidden="true" />,
              danger: true,
              onChoose: used ? () => setIsRefused(true) : props.onRemove,
            },
          ]}
        />
      ) : null}
      {isRefused && used ? <UsedCapacityDialog capacity={used} onClose={() => setIsRefused(false)} /> : null}
    </li>
  );
}
