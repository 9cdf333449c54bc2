// See checklist-tree.tsx for the roles.
import { classNames } from '../../ui/class-names.ts';
import { ROW } from '../checklist-copy.ts';
import type { Draft } from './draft-row.ts';
import { RowNameField } from './row-name-field.tsx';
import { newRow } from './unkept-names.ts';
import styles from './checklist-row.module.css';

interface DraftRowProps {
  kind: Draft['kind'];
  depth: number;
  rowIndex: number;
  top: number;
  height: number;
  onDone: (name: string | null) => void;
}

/** The row of a new item while the user types its name. */
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
          about={newRow(kind)}
          label={ROW.newName[kind]}
          placeholder={ROW.newExample[kind]}
          initial=""
          onDone={onDone}
        />
      </div>
    </div>
  );
}
