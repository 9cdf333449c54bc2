import { memo, useEffect, useRef, type KeyboardEvent } from 'react';
import type { Values, ValuesOfOne } from '../../../db/queries/signing/signatories/values.ts';
import { VALUE_MAX } from '../../../contract/rules/signing/fields/value-limits.ts';
import { gapBefore, type MountedItem } from '../../lib/mounted-items.ts';
import { classNames } from '../../ui/class-names.ts';
import { focusOnMount } from '../../ui/form/focus-on-mount.ts';
import type { Place } from './values-block.ts';
import { VALUES } from './values-copy.ts';
import styles from './values-grid.module.css';

/** Callbacks of the field in the active cell. */
export interface Editor {
  /** Whether it starts with the cell's text. */
  keepText: boolean;
  onCommit: (text: string) => void;
  /** Called when the field loses the focus. */
  onEnd: () => void;
  /** Returns the move that a key makes when it ends the edit; null = it doesn't end it. */
  onKey: (event: KeyboardEvent) => (() => void) | null;
}

interface ValuesRowProps {
  /** Its index and its position, px. */
  row: number;
  top: number;
  height: number;
  nameWidth: number;
  /** The signatory's uuid and name. */
  signatory: string;
  name: string;
  fields: Values['fields'];
  /** The columns in view. */
  columns: readonly MountedItem[];
  values: ValuesOfOne | undefined;
  /** The selected columns; null = none. */
  left: number | null;
  right: number | null;
  /** The column of the active cell; null = it is in another row. */
  active: number | null;
  editor: Editor | null;
}

/** The id of a cell, so that the grid can name the active one. */
export function cellId({ row, column }: Place): string {
  return `value-${row}-${column}`;
}

/** One signatory's values. It renders again only if something in it changes. */
export const ValuesRow = memo(function ValuesRow({
  row,
  top,
  height,
  nameWidth,
  signatory,
  name,
  fields,
  columns,
  values,
  left,
  right,
  active,
  editor,
}: ValuesRowProps) {
  return (
    <div role="row" aria-rowindex={row + 2} className={styles.row} style={{ top, height }}>
      <div role="rowheader" aria-colindex={1} className={styles.name} title={name}>
        <span className={styles.text}>{name}</span>
      </div>
      {columns.map(({ key, index }, place) => {
        const field = fields[index];
        if (!field) return null;
        const gap = gapBefore(columns, place, nameWidth);
        const value = values?.get(field.uuid)?.value ?? '';
        const isSelected = left !== null && right !== null && index >= left && index <= right;
        const isActive = index === active;
        const isEditing = isActive && editor !== null;
        const isMissing = value === '' && !isEditing;
        return (
          <div
            key={key}
            id={cellId({ row, column: index })}
            role="gridcell"
            aria-colindex={index + 2}
            aria-label={isMissing ? VALUES.emptyCell : undefined}
            aria-selected={isSelected}
            data-row={row}
            data-column={index}
            className={classNames(
              styles.cell,
              isMissing && styles.missing,
              isSelected && styles.selected,
              isActive && styles.active,
            )}
            style={gap > 0 ? { marginInlineStart: gap } : undefined}
            title={value}
          >
            {isEditing ? (
              // React reuses rows and cells for other values, so the key ties the draft to this value.
              <EditField
                key={`${signatory} ${field.uuid}`}
                label={VALUES.edit(field.key, name)}
                value={value}
                editor={editor}
              />
            ) : (
              value
            )}
          </div>
        );
      })}
    </div>
  );
});

interface EditFieldProps {
  label: string;
  value: string;
  editor: Editor;
}

/** The field in the cell being edited. Enter, Tab and leaving it commit its text; Escape discards it. */
function EditField({ label, value, editor }: EditFieldProps) {
  const typed = useRef<string | null>(null);
  const commit = () => {
    const text = typed.current;
    typed.current = null;
    if (text !== null) editor.onCommit(text);
  };
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  // The page may unmount while the user types, for example when the session ends: commit what they typed.
  useEffect(() => () => latest.current(), []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // An Enter that ends the composition of a character belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    if (event.key === 'Escape') typed.current = null;
    const end = editor.onKey(event);
    if (!end) return;
    commit();
    end();
  };
  return (
    <input
      ref={focusOnMount}
      aria-label={label}
      className={styles.input}
      defaultValue={editor.keepText ? value : ''}
      maxLength={VALUE_MAX}
      autoComplete="off"
      onChange={(event) => {
        typed.current = event.currentTarget.value;
      }}
      onKeyDown={onKeyDown}
      onBlur={() => {
        commit();
        editor.onEnd();
      }}
    />
  );
}
