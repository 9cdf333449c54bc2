import { useState, type PointerEvent } from 'react';
import { createPortal } from 'react-dom';
import type { TabType } from '../../../contract/rules/signing/fields/tabs.ts';
import { Button } from '../../ui/button.tsx';
import { FieldIcon } from './field-icon.tsx';
import { boundsOf, type Point } from './field-geometry.ts';
import { FIELD_NAMES } from './fields-copy.ts';
import type { FieldEditing } from './use-field-editing.ts';
import { LAYER, pointIn, SHEET } from './use-field-pointer.ts';
import styles from './field-panel.module.css';

interface PaletteButtonProps {
  type: TabType;
  editing: FieldEditing;
  isArmed: boolean;
}

/** A press that moves less than this is a click, px. */
const SLOP = 6;

/**
 * A type of field. After a click on it, a click on the page places the field. It can also be dragged there, and Enter places it
 * at once.
 */
export function PaletteButton({ type, editing, isArmed }: PaletteButtonProps) {
  const [from, setFrom] = useState<Point | null>(null);
  const [at, setAt] = useState<Point | null>(null);
  const stop = () => {
    setFrom(null);
    setAt(null);
  };
  const onPointerMove = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (from && (at || Math.hypot(x - from.x, y - from.y) > SLOP)) setAt({ x, y });
  };
  const onPointerUp = (event: PointerEvent<HTMLButtonElement>) => {
    stop();
    if (!at) return;
    const layer = layerUnder(event, editing.page.uuid);
    if (layer)
      editing.place(type, pointIn(event, layer, editing.page.paper), Number(layer.getAttribute(SHEET)));
  };
  return (
    <>
      <Button
        className={styles.kind}
        icon={<FieldIcon type={type} />}
        aria-pressed={isArmed}
        onPointerDown={(event) => {
          if (event.button !== 0 || event.pointerType === 'touch') return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setFrom({ x: event.clientX, y: event.clientY });
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={stop}
        onClick={(event) => {
          // A key has no place on the page: the field goes below the others, on the sheet of the selected one.
          const sheet = editing.selected[0]?.sheet ?? 1;
          if (event.detail === 0) editing.place(type, freePlace(editing, sheet), sheet);
          else if (!at) editing.setTool(isArmed ? null : type);
        }}
      >
        {FIELD_NAMES[type]}
      </Button>
      {at
        ? createPortal(
            <div className={styles.carried} style={{ left: at.x, top: at.y }}>
              <FieldIcon type={type} />
              {FIELD_NAMES[type]}
            </div>,
            document.body,
          )
        : null}
    </>
  );
}

function layerUnder({ clientX, clientY }: PointerEvent, page: string): HTMLElement | null {
  const found = document
    .elementsFromPoint(clientX, clientY)
    .find((each) => each.getAttribute(LAYER) === page);
  return found instanceof HTMLElement ? found : null;
}

/** Below the fields that are there, while there is room; else in the middle of the page. */
function freePlace({ fields, page: { paper } }: FieldEditing, sheet: number): Point {
  const bounds = boundsOf(fields.filter((field) => field.sheet === sheet).map(({ box }) => box));
  const below = bounds ? bounds.y + bounds.height + 30 : paper.height / 2;
  return { x: paper.width / 2, y: below < paper.height - 40 ? below : paper.height / 2 };
}
