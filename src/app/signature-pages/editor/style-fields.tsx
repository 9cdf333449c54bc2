import { useState } from 'react';
import type { PageBlock, SignatureBlock } from '../../../contract/entities/signing/signature-page-design.ts';
import {
  STYLED_PARTS,
  withBlockStyles,
  withTextStyle,
  type StyledPart,
} from '../../../contract/rules/signature-page/design/signature-look.ts';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
import { SelectField } from '../../ui/form/select.tsx';
import { STYLES } from '../gallery/pages-copy.ts';
import styles from './page-editor.module.css';

const SIZES = ['8', '9', '10', '10.5', '11', '12', '13', '14', '16', '18'] as const;

interface StyleFieldsProps {
  block: SignatureBlock;
  onEdit: (put: PageBlock[]) => void;
}

/** The text styles of each part of a signature block, and the style of its lines. */
export function StyleFields({ block, onEdit }: StyleFieldsProps) {
  const [part, setPart] = useState<StyledPart>('header');
  const { block_styles } = block;
  const style = block_styles[part];
  const edit = (edits: Parameters<typeof withTextStyle>[2]) => onEdit([withTextStyle(block, part, edits)]);
  const check = (field: 'bold' | 'italic' | 'underline' | 'is_enabled') => (
    <CheckboxField
      checked={style[field]}
      onChange={({ currentTarget }) => edit({ [field]: currentTarget.checked })}
    >
      {STYLES[field]}
    </CheckboxField>
  );
  return (
    <>
      <SelectField
        label={STYLES.lines}
        options={STYLES.lineStyles}
        value={block_styles.line_styles}
        onChoose={(line_styles) => onEdit([withBlockStyles(block, { line_styles })])}
      />
      <SelectField
        label={STYLES.part}
        options={STYLED_PARTS.map((each) => [each, STYLES.parts[each]] as const)}
        value={part}
        onChoose={setPart}
      />
      <fieldset className={styles.styling}>
        <legend>{STYLES.of(STYLES.parts[part])}</legend>
        {check('is_enabled')}
        <div className={styles.pair}>
          <SelectField
            label={STYLES.size}
            options={sizes(style.font_size).map((size) => [`${size}px`, size] as const)}
            value={style.font_size}
            onChoose={(font_size) => edit({ font_size })}
          />
          <SelectField
            label={STYLES.textCase}
            options={STYLES.textCases}
            value={style.text_transform}
            onChoose={(text_transform) => edit({ text_transform })}
          />
        </div>
        <div className={styles.marks}>
          {check('bold')}
          {check('italic')}
          {check('underline')}
        </div>
        {part === 'title' ? (
          <SelectField
            label={STYLES.capacities}
            options={STYLES.capacityPlaces}
            value={block_styles.title.format === 1 ? '1' : '2'}
            onChoose={(format) =>
              onEdit([
                withBlockStyles(block, { title: { ...block_styles.title, format: format === '1' ? 1 : 2 } }),
              ])
            }
          />
        ) : null}
      </fieldset>
    </>
  );
}

/** Returns the usual sizes, including the current one. */
function sizes(current: string): string[] {
  return [...new Set([...SIZES, current.replace(/px$/, '')])].toSorted(
    (one, other) => Number(one) - Number(other),
  );
}
