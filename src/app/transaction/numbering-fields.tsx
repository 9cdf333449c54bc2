import {
  attachmentNumber,
  headerNumber,
  numberIn,
  type BinderFormat,
  type NumberingFormat,
} from '../../contract/rules/checklist/numbering.ts';
import { CheckboxField } from '../ui/form/checkbox.tsx';
import { SelectField } from '../ui/form/select.tsx';
import styles from './numbering-fields.module.css';

const STYLES = [
  ['uppercase_roman', 'I, II, III'],
  ['lowercase_roman', 'i, ii, iii'],
  ['uppercase_alphabetic', 'A, B, C'],
  ['lowercase_alphabetic', 'a, b, c'],
  ['numeric', '1, 2, 3'],
] as const;

const LEVELS = [
  ['primaryHeader', 'Top-level headers'],
  ['secondHeader', 'Second-level headers'],
  ['thirdHeader', 'Third-level headers'],
] as const;

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
        {LEVELS.map(([level, words]) => (
          <SelectField
            key={level}
            label={words}
            options={STYLES}
            value={format[level]}
            onChoose={(style) => change({ [level]: style })}
          />
        ))}
        <SelectField
          label="Documents"
          options={[['tabs', 'Tab 1, Tab 2, Tab 3'], ...STYLES]}
          value={format.numbering === 'tabs' ? 'tabs' : format.lastDocuments}
          onChoose={(chosen) =>
            change(
              chosen === 'tabs' ? { numbering: 'tabs' } : { numbering: 'outline', lastDocuments: chosen },
            )
          }
        />
        <SelectField
          label="Attachments"
          options={[
            ['none', 'No number'],
            ['alphabetic', 'Tab 1-A, Tab 1-B'],
            ['numeric', 'Tab 1-1, Tab 1-2'],
          ]}
          value={format.attachmentMarker}
          onChoose={(attachmentMarker) => change({ attachmentMarker })}
        />
        <SelectField
          label="Closing binder index"
          options={[
            ['table_of_contents', 'Table of contents'],
            ['checklist', 'Checklist'],
          ]}
          value={format.indexStyle}
          onChoose={(indexStyle) => change({ indexStyle })}
        />
      </div>
      <CheckboxField
        checked={format.resetTabs}
        onChange={(event) => change({ resetTabs: event.currentTarget.checked })}
      >
        Restart tab numbers under each top-level header
      </CheckboxField>
      <NumberingSample format={format} />
    </div>
  );
}

/** A short checklist in the chosen numbering. */
function NumberingSample({ format }: { format: NumberingFormat }) {
  const leaf = (ordinal: number) =>
    format.numbering === 'tabs' ? `Tab ${ordinal}` : numberIn(format.lastDocuments, ordinal);
  const lines = [
    [1, headerNumber(format, 1, 1), 'Corporate authority'],
    [2, headerNumber(format, 2, 1), 'Alder Holdings, L.P.'],
    [3, headerNumber(format, 3, 1), 'Consents'],
    [4, leaf(1), 'Written Consent of the General Partner'],
    [5, attachmentNumber(format.attachmentMarker, leaf(1), 1), 'Exhibit'],
    [4, leaf(2), 'Incumbency Certificate'],
    [1, headerNumber(format, 1, 2), 'Financing'],
    [2, leaf(format.resetTabs ? 1 : 3), 'Fee Letter'],
  ] as const;
  return (
    <figure className={styles.sample}>
      <figcaption>Preview</figcaption>
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
