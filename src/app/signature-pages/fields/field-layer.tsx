import { useEffect, useRef, type KeyboardEvent } from 'react';
import { UnstyledButton } from '../../ui/button.tsx';
import { FIELD, FieldBox } from './field-box.tsx';
import { inPercent } from './field-geometry.ts';
import { fieldIntent } from './field-keys.ts';
import type { PlacedField } from './field-page.ts';
import type { FieldEditing } from './use-field-editing.ts';
import { FIELDS, FIELD_NAMES, PROPOSALS } from './fields-copy.ts';
import { LAYER, SHEET, useFieldPointer } from './use-field-pointer.ts';
import styles from './field-layer.module.css';

interface FieldLayerProps {
  editing: FieldEditing;
  /** The sheet of the page, from 1. A page of a file has one. */
  sheet?: number;
  isInert?: boolean;
}

/** The fields of a sheet, over it: they are placed, moved and resized by pointer and by keyboard. */
export function FieldLayer({ editing, sheet = 1, isInert = false }: FieldLayerProps) {
  const { page, tool, focus } = editing;
  const fields = editing.fields.filter(isOn(sheet));
  const layer = useRef<HTMLDivElement>(null);
  const pointer = useFieldPointer(layer, editing, sheet);
  useEffect(() => {
    if (focus === null) return;
    layer.current?.querySelector<HTMLElement>(`[data-field="${focus}"]`)?.focus({ preventScroll: true });
  }, [focus]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (carryOut(event, editing)) event.preventDefault();
  };
  const { dragged, drawn, guides } = pointer;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the fields in it handle keys and presses through it
    <div
      ref={layer}
      {...{ [LAYER]: page.uuid, [SHEET]: sheet }}
      className={styles.layer}
      inert={isInert}
      data-armed={tool !== null || undefined}
      role="group"
      aria-label={page.lines.length > 1 ? FIELDS.layerOf(sheet, page.lines.length) : FIELDS.layer}
      onKeyDown={onKeyDown}
      {...pointer.handlers}
    >
      {tool === null && !isInert
        ? page.proposals
            .filter(isOn(sheet))
            .map((proposal) => (
              <UnstyledButton
                key={`${proposal.type} ${proposal.box.x} ${proposal.box.y}`}
                className={styles.proposal}
                style={inPercent(proposal.box, page.paper)}
                aria-label={PROPOSALS.add(FIELD_NAMES[proposal.type], proposal.label)}
                title={PROPOSALS.add(FIELD_NAMES[proposal.type], proposal.label)}
                onPointerDown={(event) => event.stopPropagation()}
                onClick={() => editing.placeProposals([proposal])}
              />
            ))
        : null}
      {fields.map((field) => (
        <FieldBox
          key={field.tab.uuid}
          field={field}
          box={dragged.get(field.tab.uuid) ?? field.box}
          paper={page.paper}
          isSelected={editing.isSelected(field.tab.uuid)}
          hasHandles={field.owner.isOpen && editing.editable.length === 1}
        />
      ))}
      {drawn ? <div className={styles.drawn} style={inPercent(drawn, page.paper)} /> : null}
      {guides.x === null ? null : (
        <div className={styles.guideX} style={{ left: `${(guides.x / page.paper.width) * 100}%` }} />
      )}
      {guides.y === null ? null : (
        <div className={styles.guideY} style={{ top: `${(guides.y / page.paper.height) * 100}%` }} />
      )}
    </div>
  );
}

const isOn = (number: number) => (each: { readonly sheet: number }) => each.sheet === number;

/** Returns whether the key was meant for the fields. Undo is not: it only needs what the arrow keys moved to be saved. */
function carryOut(event: KeyboardEvent, editing: FieldEditing): boolean {
  const intent = fieldIntent(event);
  if (!intent) return false;
  const { tool, selected } = editing;
  const aimed = aimedAt(event.target, editing);
  switch (intent.kind) {
    case 'nudge':
    case 'stretch':
      if (aimed.length === 0) return false;
      editing[intent.kind](aimed, intent);
      return true;
    case 'choose':
      return choose(event, editing);
    case 'clear':
      if (tool !== null) editing.setTool(null);
      else if (selected.length > 0) editing.select([]);
      else return false;
      return true;
    case 'select-all':
      editing.select(editing.fields.map(({ tab }) => tab.uuid));
      return true;
    case 'paste':
      editing.paste();
      return true;
    case 'flush':
      editing.flush();
      return false;
    case 'remove':
    case 'duplicate':
      if (aimed.length === 0) return false;
      editing[intent.kind](aimed);
      return true;
    case 'copy':
      if (selected.length > 0) editing.copy();
      return true;
  }
}

/** Returns the fields that a key press applies to: the selected ones, or the focused one if it isn't selected. */
function aimedAt(target: EventTarget, editing: FieldEditing): readonly PlacedField[] {
  const uuid = uuidOf(target);
  if (uuid === null || editing.isSelected(uuid)) return editing.editable;
  return editing.fields.filter(({ tab, owner }) => tab.uuid === uuid && owner.isOpen);
}

/** Enter and Space select the focused field. With Shift, they add it to the selection or remove it. */
function choose({ target, shiftKey }: KeyboardEvent, editing: FieldEditing): boolean {
  const uuid = uuidOf(target);
  if (uuid === null) return false;
  const before = shiftKey ? editing.selected.map(({ tab }) => tab.uuid) : [];
  editing.select(before.includes(uuid) ? before.filter((each) => each !== uuid) : [...before, uuid]);
  return true;
}

function uuidOf(target: EventTarget): string | null {
  return target instanceof Element ? target.getAttribute(FIELD) : null;
}
