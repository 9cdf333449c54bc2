import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { goToTourStep } from '../../db/commands/account/take-tour.ts';
import { tourStatus } from '../../db/queries/account/tour.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { useMirror } from '../session/mirror-context.ts';
import { Button } from '../ui/button.tsx';
import { placeCard } from './place-card.ts';
import { tour } from './product-tour.ts';
import { TOUR, TOUR_STEPS } from './tour-copy.ts';
import { useAnchor } from './use-anchor.ts';
import styles from './tour-host.module.css';

/** Shows the current step of the tour on the checklist that it explains, even after a reload. */
export function TourHost() {
  const db = useMirror();
  const { pathname } = useLocation();
  const status = useLiveQuery(() => tourStatus(db), [db]);
  if (status?.state !== 'on' || pathname !== `/transaction/${status.deal}/checklist`) return null;
  const { deal, step } = status;
  return (
    <TourCard
      step={Math.max(0, Math.min(step, TOUR_STEPS.length - 1))}
      onStep={(next) => runCommand(goToTourStep(db, deal, next))}
      onEnd={() => runCommand(tour.end(db))}
    />
  );
}

interface TourCardProps {
  step: number;
  onStep: (step: number) => void;
  onEnd: () => void;
}

/** One step. The page stays usable; while a dialog covers it, the step is hidden. */
function TourCard({ step, onStep, onEnd }: TourCardProps) {
  const titleId = useId();
  const textId = useId();
  const card = useRef<HTMLDivElement>(null);
  const shown = TOUR_STEPS[step];
  const anchor = useAnchor(shown?.anchor ?? 'body');
  const isShown = anchor !== null && !anchor.covered;
  const [size, setSize] = useState({ width: 320, height: 200 });
  const measured = useCallback((node: HTMLDivElement) => {
    card.current = node;
    const observer = new ResizeObserver(() =>
      setSize({ width: node.offsetWidth, height: node.offsetHeight }),
    );
    observer.observe(node);
    return () => {
      card.current = null;
      observer.disconnect();
    };
  }, []);

  const focused = useRef(-1);
  useEffect(() => {
    // Focus each step once, when it first appears, and do not take the focus back after a dialog closes.
    if (!isShown || focused.current === step) return;
    focused.current = step;
    card.current?.focus();
  }, [step, isShown]);

  useEffect(() => {
    if (!isShown) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      onEnd();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isShown, onEnd]);

  if (!isShown || !shown) return null;
  const { box, view } = anchor;
  const isLast = step === TOUR_STEPS.length - 1;
  return (
    <>
      {box ? <div className={styles.ring} style={box} /> : null}
      <div
        ref={measured}
        role="dialog"
        tabIndex={-1}
        aria-labelledby={titleId}
        aria-describedby={textId}
        className={styles.card}
        style={placeCard(box, size, view)}
      >
        <p className={styles.count}>{TOUR.count(step + 1, TOUR_STEPS.length)}</p>
        <h2 id={titleId} className={styles.title}>
          {shown.title}
        </h2>
        <p id={textId}>{shown.text}</p>
        <div className={styles.ways}>
          {isLast ? null : (
            <Button look="quiet" onClick={onEnd}>
              {TOUR.end}
            </Button>
          )}
          <span className={styles.room} />
          {step > 0 ? <Button onClick={() => onStep(step - 1)}>{TOUR.back}</Button> : null}
          <Button look="primary" onClick={() => (isLast ? onEnd() : onStep(step + 1))}>
            {isLast ? TOUR.done : TOUR.next}
          </Button>
        </div>
      </div>
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}
