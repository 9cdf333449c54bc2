import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import CornerDownRight from 'lucide-react/icons/corner-down-right';
import Ellipsis from 'lucide-react/icons/ellipsis';
import GripVertical from 'lucide-react/icons/grip-vertical';
import UserMinus from 'lucide-react/icons/user-minus';
import { authRepOf, chainOf } from '../../../contract/rules/signing/signatories/auth-rep.ts';
import {
  capacitySentence,
  chains,
  type Capacities,
} from '../../../contract/rules/signing/signatories/capacity.ts';
import type { Group, GroupMember } from '../../../db/queries/signing/signatories/groups.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { IconButton, UnstyledButton } from '../../ui/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import { MenuPopover, type MenuEntry } from '../../ui/overlay/menu-popover.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { MEMBERS } from './groups-copy.ts';
import type { GroupActs } from './use-group-acts.ts';
import { useMemberDrag, type MemberDrop } from './use-member-drag.ts';
import styles from './member-line.module.css';

interface MemberLineProps {
  group: Group;
  member: GroupMember;
  index: number;
  capacities: Capacities;
  /** The deal's other groups. */
  others: readonly Group[];
  /** On which side of this member a dragged one would land. */
  side: MemberDrop['side'] | null;
  acts: GroupActs;
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** A member of a group: name, capacity, and how to move or remove them. */
export function MemberLine({ group, member, index, capacities, others, side, acts }: MemberLineProps) {
  const { fullName } = member.signatory;
  const mayEdit = useMayEdit();
  const line = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  /** The position that the keyboard has moved the member to, until the list shows it; null = none. */
  const moving = useRef<number | null>(null);
  useMemberDrag(line, { group: group.row.uuid, member: member.row.uuid, still: !mayEdit });
  useLayoutEffect(() => {
    if (moving.current === null) return;
    // The browser drops the focus from an element that moves within the page.
    handle.current?.focus();
    if (moving.current === index) moving.current = null;
  }, [index]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = (moving.current ?? index) + step;
    if (to < 0 || to >= group.members.length) return;
    moving.current = to;
    acts.moveTo(group, member, to);
  };
  return (
    <li ref={line} className={styles.line} data-drop={side ?? undefined}>
      {mayEdit ? (
        <UnstyledButton
          ref={handle}
          className={styles.handle}
          aria-label={MEMBERS.reorder(fullName)}
          title={MEMBERS.reorderHint}
          aria-keyshortcuts="ArrowUp ArrowDown"
          onKeyDown={onKeyDown}
        >
          <GripVertical aria-hidden="true" />
        </UnstyledButton>
      ) : null}
      <span className={styles.words}>
        <span className={styles.name}>{fullName}</span>
        <Capacity member={member} capacities={capacities} acts={acts} />
      </span>
      {mayEdit ? <MemberMenu {...{ group, member, index, others, acts }} /> : null}
    </li>
  );
}

interface CapacityProps {
  member: GroupMember;
  capacities: Capacities;
  acts: GroupActs;
}

/** Shows the capacity in which a member signs. If an entity can sign in several, the user chooses one. */
function Capacity({ member, capacities, acts }: CapacityProps) {
  const { uuid, fullName, isOrg } = member.signatory;
  const mayEdit = useMayEdit();
  if (!isOrg) return null;
  const ways = chains(capacities, uuid);
  if (ways.length === 0) return <StatusLabel shape="waiting">{MEMBERS.noCapacity}</StatusLabel>;
  const chosen = chainOf(capacities, uuid, member.row.authRep);
  const inWords = (way: (typeof ways)[number]) =>
    capacitySentence(capacities, uuid, way).slice(fullName.length).trim();
  if (mayEdit && (ways.length > 1 || !chosen))
    return (
      <Select
        label={MEMBERS.capacityOf(fullName)}
        className={styles.capacity}
        options={ways.map((way) => [authRepOf(way) ?? '', inWords(way)] as const)}
        value={chosen && authRepOf(chosen)}
        placeholder={MEMBERS.chooseCapacity}
        onChoose={(authRep) => acts.chooseCapacity(member, authRep)}
      />
    );
  return chosen ? (
    <span className={styles.capacity}>{inWords([...chosen])}</span>
  ) : (
    <StatusLabel shape="waiting">{MEMBERS.chooseCapacity}</StatusLabel>
  );
}

function MemberMenu({ group, member, index, others, acts }: Omit<MemberLineProps, 'capacities' | 'side'>) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const label = MEMBERS.actions(member.signatory.fullName);
  const last = group.members.length - 1;
  const entries: MenuEntry[] = [];
  if (index > 0)
    entries.push({
      id: 'up',
      label: MEMBERS.up,
      icon: <ArrowUp aria-hidden="true" />,
      onChoose: () => acts.moveTo(group, member, index - 1),
    });
  if (index < last)
    entries.push({
      id: 'down',
      label: MEMBERS.down,
      icon: <ArrowDown aria-hidden="true" />,
      onChoose: () => acts.moveTo(group, member, index + 1),
    });
  for (const other of others)
    entries.push({
      id: other.row.uuid,
      label: MEMBERS.toGroup(other.row.name),
      icon: <CornerDownRight aria-hidden="true" />,
      onChoose: () => acts.moveToGroup(group, member, other),
    });
  entries.push({
    id: 'remove',
    label: MEMBERS.remove,
    icon: <UserMinus aria-hidden="true" />,
    danger: true,
    onChoose: () => acts.remove(group, member),
  });
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Ellipsis aria-hidden="true" />
      </IconButton>
      {open ? (
        <MenuPopover label={label} trigger={button} entries={entries} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
