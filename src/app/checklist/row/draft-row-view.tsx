// See checklist-tree.tsx for the roles.
import { classNames } from '../../ui/class-names.ts';
import type { Draft } from './draft-row.ts';
import { RowNameField } from './row-name-field.tsx';
import { newRow } from './unkept-names.ts';
import styles from './checklist-row.module.css';

const NAMES = { header: 'New header name', item: 'New instrument name', task: 'New task name' };
const PLACEHOLDERS = {
  header: 'Header, e.g. Corporate documents',
  item: 'Instrument to be drafted',
  task: 'Task, e.g. Order good standing certificates',
};

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
          about={newRow(kind)}
          label={NAMES[kind]}
          placeholder={PLACEHOLDERS[kind]}
          initial=""
          onDone={onDone}
        />
      </div>
    </div>
  );
}
