import {
  attachmentNumber,
  headerNumber,
  numberIn,
  type NumberingFormat,
} from '../../../../contract/rules/numbering.ts';
import { updateUser } from '../../../../db/commands/online-calls.ts';
import type { UserRow } from '../../../../db/rows.ts';
import { begunBy, useBegun } from '../../../lib/begun.ts';
import { CheckField } from '../../../ui/check-box.tsx';
import { ChoiceField } from '../../../ui/choice.tsx';
import { Section } from '../../../ui/section.tsx';
import { SaveForm } from './save-form.tsx';
import styles from './account.module.css';

type Format = UserRow['binderFormatStructure'];

const begun = begunBy<Format>();

const STYLES = [
  ['uppercase_roman', 'I, II, III'],
  ['lowercase_roman', 'i, ii, iii'],
  ['uppercase_alphabetic', 'A, B, C'],
  ['lowercase_alphabetic', 'a, b, c'],
  ['numeric', '1, 2, 3'],
] as const;

const LEVELS = [
  ['primaryHeader', 'Headers'],
  ['secondHeader', 'Headers below them'],
  ['thirdHeader', 'Headers below those'],
] as const;

/** How the person's checklists and closing binders are numbered (core spec 3 "Binder format structure"). */
export function NumberingSection({ user }: { user: UserRow }) {
  const [format, setFormat] = useBegun(begun, 'numbering', user.binderFormatStructure);
  const change = (changed: Partial<Format>) => setFormat({ ...format, ...changed });
  return (
    <Section
      title="Numbering"
      hint="How checklists and closing binders are numbered for you. The others see them by their own choice."
    >
      <SaveForm
        label="Numbering"
        callOf={() =>
          updateUser(user.uuid, {
            binder_format_structure: {
              index_style: format.indexStyle,
              primary_header: format.primaryHeader,
              second_header: format.secondHeader,
              third_header: format.thirdHeader,
              last_documents: format.lastDocuments,
              attachment_marker: format.attachmentMarker,
              numbering: format.numbering,
              reset_tabs: format.resetTabs,
            },
          })
        }
      >
        <div className={styles.choices}>
          {LEVELS.map(([level, words]) => (
            <ChoiceField
              key={level}
              label={words}
              options={STYLES}
              value={format[level]}
              onChoose={(style) => change({ [level]: style })}
            />
          ))}
          <ChoiceField
            label="Documents"
            options={[['tabs', 'Tab 1, Tab 2, Tab 3'], ...STYLES]}
            value={format.numbering === 'tabs' ? 'tabs' : format.lastDocuments}
            onChoose={(chosen) =>
              change(
                chosen === 'tabs' ? { numbering: 'tabs' } : { numbering: 'outline', lastDocuments: chosen },
              )
            }
          />
          <ChoiceField
            label="Attachments"
            options={[
              ['none', 'Without a number'],
              ['alphabetic', 'Tab 1-A, Tab 1-B'],
              ['numeric', 'Tab 1-1, Tab 1-2'],
            ]}
            value={format.attachmentMarker}
            onChoose={(attachmentMarker) => change({ attachmentMarker })}
          />
          <ChoiceField
            label="Index of a closing binder"
            options={[
              ['table_of_contents', 'Table of contents'],
              ['checklist', 'Checklist'],
            ]}
            value={format.indexStyle}
            onChoose={(indexStyle) => change({ indexStyle })}
          />
        </div>
        <CheckField
          checked={format.resetTabs}
          onChange={(event) => change({ resetTabs: event.currentTarget.checked })}
        >
          Tabs begin anew below each header of the first level
        </CheckField>
        <NumberingSample format={format} />
      </SaveForm>
    </Section>
  );
}

/** A few lines, numbered as chosen. */
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
      <figcaption>So it will look</figcaption>
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
