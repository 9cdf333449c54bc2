import { useMemo, useRef, useState, type PointerEvent } from 'react';
import {
  outlineOfStroke,
  PAD,
  POINTS_MAX,
  STROKES_MAX,
  TOO_MUCH,
  type Stroke,
  type StrokePoint,
} from '../../contract/rules/signing/fields/strokes.ts';
import styles from '../signing-room.module.css';

/** Points closer together than this add nothing, in units of the pad. */
const APART = 4;

interface Drawing {
  pointer: number;
  startedAt: number;
  points: StrokePoint[];
}

/** A pad for drawing a signature or initials with a finger, a pen or a mouse. Each stroke is saved when it ends. */
export function SignaturePad({
  label,
  strokes,
  onChange,
}: {
  label: string;
  strokes: readonly Stroke[];
  onChange: (strokes: readonly Stroke[]) => void;
}) {
  const drawing = useRef<Drawing | null>(null);
  const [current, setCurrent] = useState<Stroke>([]);
  const drawn = useMemo(() => strokes.map(outlineOfStroke).join(''), [strokes]);
  const numPoints = strokes.reduce((sum, stroke) => sum + stroke.length, 0);
  const isFull = strokes.length >= STROKES_MAX || numPoints + current.length >= POINTS_MAX;

  const start = (event: PointerEvent<SVGSVGElement>) => {
    // Ignore the palm that rests beside a pen.
    if (drawing.current || event.button !== 0 || isFull) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = { pointer: event.pointerId, startedAt: event.timeStamp, points: [] };
    draw(event);
  };
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    const { current: now } = drawing;
    if (now?.pointer !== event.pointerId) return;
    const box = event.currentTarget.getBoundingClientRect();
    const passed = event.nativeEvent.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY, timeStamp } of passed.length > 0 ? passed : [event.nativeEvent]) {
      const x = within(((clientX - box.left) / box.width) * PAD.width, PAD.width);
      const y = within(((clientY - box.top) / box.height) * PAD.height, PAD.height);
      const before = now.points.at(-1);
      if (before && Math.hypot(x - before[0], y - before[1]) < APART) continue;
      if (numPoints + now.points.length >= POINTS_MAX) break;
      now.points.push([x, y, Math.max(0, Math.round(timeStamp - now.startedAt))]);
    }
    setCurrent([...now.points]);
  };
  const end = (event: PointerEvent<SVGSVGElement>) => {
    const { current: now } = drawing;
    if (now?.pointer !== event.pointerId) return;
    drawing.current = null;
    setCurrent([]);
    if (now.points.length > 0) onChange([...strokes, now.points]);
  };

  return (
    <div className={styles.padField} role="group" aria-label={label}>
      <span aria-hidden>{label}</span>
      <svg
        className={styles.pad}
        viewBox={`0 0 ${PAD.width} ${PAD.height}`}
        role="img"
        aria-label={strokes.length === 0 ? 'Nothing drawn yet' : `Drawn, in ${inStrokes(strokes.length)}`}
        onPointerDown={start}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path className={styles.padLine} d={`M60 ${LINE}H${PAD.width - 60}`} />
        <path className={styles.ink} d={drawn} />
        <path className={styles.ink} d={outlineOfStroke(current)} />
      </svg>
      {isFull && (
        <p role="alert" className={styles.hint}>
          {TOO_MUCH}
        </p>
      )}
      <div className={styles.padButtons}>
        <button
          className={styles.quiet}
          type="button"
          disabled={strokes.length === 0}
          onClick={() => onChange(strokes.slice(0, -1))}
        >
          Undo last stroke
        </button>
        <button
          className={styles.quiet}
          type="button"
          disabled={strokes.length === 0}
          onClick={() => onChange([])}
        >
          Clear
        </button>
      </div>
    </div>
  );
}

/** The height of the baseline on the pad. */
const LINE = 300;

function within(value: number, most: number): number {
  return Math.round(Math.min(Math.max(value, 0), most));
}

function inStrokes(count: number): string {
  return count === 1 ? '1 stroke' : `${count} strokes`;
}
