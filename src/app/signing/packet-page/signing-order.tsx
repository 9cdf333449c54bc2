import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { useLatest } from '../../lib/use-latest.ts';
import { IconButton, UnstyledButton } from '../../ui/button.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import { SENDING } from '../packets/packets-copy.ts';
import { canMove, moveByStep, moveToOwnRound, moveToRound, type Rounds } from './signing-rounds.ts';
import { useRoundDrag, useRoundDrop } from './use-round-drag.ts';
import styles from './signing-order.module.css';

interface SigningOrderProps {
  rounds: Rounds;
  /** The signatory of each packet. */
  names: ReadonlyMap<string, string>;
  onChange: (rounds: Rounds) => void;
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** The signing order as rounds. The user drags people between rounds, or moves them with buttons or arrow keys. */
export function SigningOrder({ rounds, names, onChange }: SigningOrderProps) {
  const list = useRef<HTMLDivElement>(null);
  /** The packet that the user just moved, and the control they used, until the list has rendered. */
  const moved = useRef<{ packet: string; control: string } | null>(null);
  const [announcement, announce] = useState('');
  const nameOf = (packet: string) => names.get(packet) ?? '';
  useLayoutEffect(() => {
    if (!moved.current) return;
    const { packet, control } = moved.current;
    moved.current = null;
    // A person who moves to another round gets a new element, which doesn't have the focus.
    const controls =
      list.current?.querySelectorAll<HTMLButtonElement>(`[data-packet="${packet}"] button`) ?? [];
    const same = [...controls].find(({ dataset }) => dataset['control'] === control);
    (same?.disabled === false ? same : controls[0])?.focus();
  });
  const change = (next: Rounds, packet: string, control?: string) => {
    if (next === rounds) return;
    if (control !== undefined) moved.current = { packet, control };
    onChange(next);
    const at = next.findIndex((round) => round.includes(packet));
    announce(SENDING.placed(nameOf(packet), at + 1, next.length));
  };
  return (
    <div ref={list} role="group" aria-label={SENDING.order} className={styles.order}>
      {rounds.map((round, at) => (
        <div key={round.join()}>
          <Gap onDrop={(packet) => change(moveToOwnRound(rounds, packet, at), packet)} />
          <Round
            title={at === 0 ? SENDING.first(round.length) : SENDING.afterwards}
            onDrop={(packet) => change(moveToRound(rounds, packet, at), packet)}
          >
            {round.map((packet) => (
              <Line
                key={packet}
                packet={packet}
                name={nameOf(packet)}
                canMoveBy={(by) => canMove(rounds, packet, by)}
                onStep={(by, control) => change(moveByStep(rounds, packet, by), packet, control)}
              />
            ))}
          </Round>
        </div>
      ))}
      <Gap onDrop={(packet) => change(moveToOwnRound(rounds, packet, rounds.length), packet)} />
      <p role="status" className={hidden.hidden}>
        {announcement}
      </p>
    </div>
  );
}

interface DropProps {
  onDrop: (packet: string) => void;
}

/** The gap between two rounds. A packet dropped here gets its own round. */
function Gap({ onDrop }: DropProps) {
  const place = useRef<HTMLDivElement>(null);
  const isOver = useRoundDrop(place, useLatest(onDrop));
  return (
    <div ref={place} className={styles.gap} data-over={isOver || undefined}>
      {isOver ? SENDING.ownRound : null}
    </div>
  );
}

function Round({ title, onDrop, children }: DropProps & { title: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  const isOver = useRoundDrop(place, useLatest(onDrop));
  return (
    <section ref={place} className={styles.round} data-over={isOver || undefined} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.people}>{children}</ul>
    </section>
  );
}

interface LineProps {
  packet: string;
  name: string;
  canMoveBy: (step: -1 | 1) => boolean;
  onStep: (step: -1 | 1, control: string) => void;
}

function Line({ packet, name, canMoveBy, onStep }: LineProps) {
  const line = useRef<HTMLLIElement>(null);
  const isDragged = useRoundDrag(line, packet);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onStep(step, 'handle');
  };
  return (
    <li ref={line} className={styles.line} data-packet={packet} data-dragged={isDragged || undefined}>
      <UnstyledButton
        className={styles.handle}
        data-control="handle"
        aria-label={SENDING.move(name)}
        title={SENDING.moveHint}
        aria-keyshortcuts="ArrowUp ArrowDown"
        onKeyDown={onKeyDown}
      >
        <GripVertical aria-hidden="true" />
      </UnstyledButton>
      <span className={styles.name}>{name}</span>
      <IconButton
        label={SENDING.earlier(name)}
        data-control="earlier"
        disabled={!canMoveBy(-1)}
        onClick={() => onStep(-1, 'earlier')}
      >
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label={SENDING.later(name)}
        data-control="later"
        disabled={!canMoveBy(1)}
        onClick={() => onStep(1, 'later')}
      >
        <ArrowDown aria-hidden="true" />
      </IconButton>
    </li>
  );
}
