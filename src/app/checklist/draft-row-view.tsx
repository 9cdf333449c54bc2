// See checklist-tree.tsx for the roles.
import { classNames } from '../parts/class-names.ts';
import type { Draft } from './draft-row.ts';
import { RowNameField } from './row-name-field.tsx';
import styles from './checklist-row.module.css';

interface DraftRowProps {
  kind: Draft['kind'];
  depth: number;
  rowIndex: number;
  top: number;
  height: number;
  onDone: (name: string | null) => void;
}

/** The row of something new while it gets its name. */
export function DraftRow({ kind, depth, rowIndex, top, height, onDone }: DraftRowProps) {
  return (
    <div
      role="row"
      aria-level={depth}
      aria-rowindex={rowIndex}
      className={classNames(styles.row, styles.draft)}
      style={{ top, height, '--depth': Math.min(depth - 1, 8) }}
    >
      <div role="gridcell" className={styles.nameCell}>
        <span className={styles.chevron} />
        <RowNameField
          label={kind === 'header' ? 'New header name' : 'New instrument name'}
          placeholder={kind === 'header' ? 'Header, e.g. Corporate documents' : 'Instrument to be drafted'}
          initial=""
          onDone={onDone}
        />
      </div>
    </div>
  );
}
