import AlignCenterHorizontal from 'lucide-react/icons/align-center-horizontal';
import AlignCenterVertical from 'lucide-react/icons/align-center-vertical';
import AlignEndHorizontal from 'lucide-react/icons/align-end-horizontal';
import AlignEndVertical from 'lucide-react/icons/align-end-vertical';
import AlignHorizontalSpaceBetween from 'lucide-react/icons/align-horizontal-space-between';
import AlignStartHorizontal from 'lucide-react/icons/align-start-horizontal';
import AlignStartVertical from 'lucide-react/icons/align-start-vertical';
import AlignVerticalSpaceBetween from 'lucide-react/icons/align-vertical-space-between';
import Scaling from 'lucide-react/icons/scaling';
import { IconButton } from '../../ui/button.tsx';
import { ALIGNMENTS, type Alignment } from './field-geometry.ts';
import { SELECTION } from './fields-copy.ts';
import type { FieldEditing } from './use-field-editing.ts';
import styles from './field-panel.module.css';

const ICONS = {
  left: AlignStartVertical,
  center: AlignCenterVertical,
  right: AlignEndVertical,
  top: AlignStartHorizontal,
  middle: AlignCenterHorizontal,
  bottom: AlignEndHorizontal,
  spread_across: AlignHorizontalSpaceBetween,
  spread_down: AlignVerticalSpaceBetween,
  same_size: Scaling,
} satisfies Record<Alignment, unknown>;

/** The fewest fields that can be spread: even gaps need at least three. */
const SPREAD_LEAST = 3;

export function AlignButtons({ editing }: { editing: FieldEditing }) {
  const { length } = editing.editable;
  return (
    <div className={styles.align} role="toolbar" aria-label={SELECTION.align}>
      {ALIGNMENTS.map((how) => {
        const Icon = ICONS[how];
        return (
          <IconButton
            key={how}
            label={SELECTION.alignments[how]}
            disabled={length < (how.startsWith('spread') ? SPREAD_LEAST : 2)}
            onClick={() => editing.align(how)}
          >
            <Icon aria-hidden="true" />
          </IconButton>
        );
      })}
    </div>
  );
}
