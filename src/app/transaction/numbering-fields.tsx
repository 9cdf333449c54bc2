import {
  attachmentNumber,
  headerNumber,
  numberIn,
  type BinderFormat,
  type NumberingFormat,
} from '../../contract/rules/checklist/numbering.ts';
import { CheckboxField } from '../ui/form/checkbox.tsx';
import { SelectField } from '../ui/form/select.tsx';
import { NUMBERING } from './transaction-copy.ts';
import styles from './numbering-fields.module.css';

const STYLES = (
  ['uppercase_roman', 'lowercase_roman', 'uppercase_alphabetic', 'lowercase_alphabetic', 'numeric'] as const
).map((style) => [style, NUMBERING.styles[style]] as const);

const LEVELS = ['primaryHeader', 'secondHeader', 'thirdHeader'] as const;

const ATTACHMENT_MARKERS = (['none', 'alphabetic', 'numeric'] as const).map(
  (marker) => [marker, NUMBERING.attachmentMarkers[marker]] as const,
);

const INDEX_STYLES = (['table_of_contents', 'checklist'] as const).map(
  (style) => [style, NUMBERING.indexStyles[style]] as const,
);

interface NumberingFieldsProps {
  format: BinderFormat;
  onChange: (format: BinderFormat) => void;
}

/** How a checklist and its closing binders are numbered, with a preview (docs/product/transactions.md, "Numbering"). */
export function NumberingFields({ format, onChange }: NumberingFieldsProps) {
  const change = (changed: Partial<BinderFormat>) => onChange({ ...format, ...changed });
  return (
    <div className={styles.fields}>
      <div className={styles.choices}>
        {LEVELS.map((level) => (
          <SelectField
            key={level}
            label={NUMBERING.levels[level]}
            options={STYLES}
            value={format[level]}
            onChoose={(style) => change({ [level]: style })}
          />
        ))}
        <SelectField
          label={NUMBERING.documents}
          options={[['tabs', NUMBERING.tabs], ...STYLES]}
          value={format.numbering === 'tabs' ? 'tabs' : format.lastDocuments}
          onChoose={(chosen) =>
            change(
              chosen === 'tabs' ? { numbering: 'tabs' } : { numbering: 'outline', lastDocuments: chosen },
            )
          }
        />
        <SelectField
          label={NUMBERING.attachments}
          options={ATTACHMENT_MARKERS}
          value={format.attachmentMarker}
          onChoose={(attachmentMarker) => change({ attachmentMarker })}
        />
        <SelectField
          label={NUMBERING.index}
          options={INDEX_STYLES}
          value={format.indexStyle}
          onChoose={(indexStyle) => change({ indexStyle })}
        />
      </div>
      <CheckboxField
        checked={format.resetTabs}
        onChange={(event) => change({ resetTabs: event.currentTarget.checked })}
      >
        {NUMBERING.resetTabs}
      </CheckboxField>
      <NumberingSample format={format} />
    </div>
  );
}

/** A short checklist in the chosen numbering. */
function NumberingSample({ format }: { format: NumberingFormat }) {
  const names = NUMBERING.sample;
  const leaf = (ordinal: number) =>
    format.numbering === 'tabs' ? NUMBERING.tab(ordinal) : numberIn(format.lastDocuments, ordinal);
  const lines = [
    [1, headerNumber(format, 1, 1), names.authority],
    [2, headerNumber(format, 2, 1), names.company],
    [3, headerNumber(format, 3, 1), names.consents],
    [4, leaf(1), names.consent],
    [5, attachmentNumber(format.attachmentMarker, leaf(1), 1), names.exhibit],
    [4, leaf(2), names.certificate],
    [1, headerNumber(format, 1, 2), names.financing],
    [2, leaf(format.resetTabs ? 1 : 3), names.letter],
  ] as const;
  return (
    <figure className={styles.sample}>
      <figcaption>{NUMBERING.preview}</figcaption>
      <ol>
        {lines.map(([level, number, name], index) => (
          <li key={index} style={{ paddingInlineStart: `${(level - 1) * 1.25}rem` }}>
            <span className={styles.number}>{number}</span> {name}
          </li>
        ))}
      </ol>
    </figure>
  );
}
