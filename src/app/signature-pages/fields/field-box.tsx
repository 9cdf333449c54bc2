import { memo } from 'react';
import Lock from 'lucide-react/icons/lock';
import { UnstyledButton } from '../../ui/button.tsx';
import { FieldIcon } from './field-icon.tsx';
import { inPercent, type Box, type Corner, type PaperSize } from './field-geometry.ts';
import type { PlacedField } from './field-page.ts';
import { FIELDS, FIELD_NAMES } from './fields-copy.ts';
import styles from './field-layer.module.css';

interface FieldBoxProps {
  field: PlacedField;
  /** The field's current box, even while it is dragged. */
  box: Box;
  paper: PaperSize;
  isSelected: boolean;
  /** Whether its corners can be dragged when it is selected. */
  hasHandles: boolean;
}

/** The attributes that identify what was pressed. */
export const FIELD = 'data-field';
export const HANDLE = 'data-corner';

const CORNERS: readonly (Corner & { name: string })[] = [
  { name: 'top-left', right: false, bottom: false },
  { name: 'top-right', right: true, bottom: false },
  { name: 'bottom-left', right: false, bottom: true },
  { name: 'bottom-right', right: true, bottom: true },
];

export function cornerNamed(name: string | undefined): Corner | null {
  return CORNERS.find((corner) => corner.name === name) ?? null;
}

/** How many colors there are for signatories. With more signatories, the colors repeat. */
const COLORS = 6;
/** The largest font size in a field, in points, and the font size's largest share of the field's height. */
const TEXT = { most: 10, share: 0.62 };

/**
 * One field. Its font size shrinks with the field and is relative to the page's width, so that zooming does not render it
 * again.
 */
export const FieldBox = memo(function FieldBox({ field, box, paper, isSelected, hasHandles }: FieldBoxProps) {
  const { tab, owner, ownerAt } = field;
  const kind = FIELD_NAMES[tab.tabType];
  const label = tab.value !== null && tab.tabType !== 'checkbox' ? tab.value : tab.label;
  const size = Math.min(TEXT.most * Math.max(1, paper.width / 1200), box.height * TEXT.share);
  const isSmall = tab.tabType === 'checkbox';
  return (
    <UnstyledButton
      className={styles.field}
      {...{ [FIELD]: tab.uuid }}
      data-owner={ownerAt % COLORS}
      data-locked={!owner.isOpen || undefined}
      data-group={tab.tabGroup === null ? undefined : ''}
      aria-pressed={isSelected}
      aria-label={FIELDS.field(kind, tab.label, owner.name)}
      title={owner.isOpen ? undefined : FIELDS.sentTo(owner.name)}
      style={{
        ...inPercent(box, paper),
        fontSize: `${(size / paper.width) * 100}cqw`,
      }}
    >
      {isSmall ? null : (
        <span className={styles.words}>
          {owner.isOpen ? <FieldIcon type={tab.tabType} /> : <Lock aria-hidden="true" />}
          <span className={styles.text}>{label === '' ? kind : label}</span>
          {tab.required ? <span aria-hidden="true">*</span> : null}
        </span>
      )}
      {isSelected && hasHandles
        ? (isSmall ? CORNERS.slice(-1) : CORNERS).map(({ name }) => (
            <span key={name} className={styles.handle} {...{ [HANDLE]: name }} aria-hidden="true" />
          ))
        : null}
    </UnstyledButton>
  );
});
