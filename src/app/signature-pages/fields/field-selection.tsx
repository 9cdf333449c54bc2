import Copy from 'lucide-react/icons/copy';
import Trash from 'lucide-react/icons/trash-2';
import Users from 'lucide-react/icons/users';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
import { DraftField } from '../../ui/form/draft-field.tsx';
import { SelectField } from '../../ui/form/select.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { AlignButtons } from './align-buttons.tsx';
import { CheckboxGroup } from './checkbox-group.tsx';
import type { Box, PaperSize } from './field-geometry.ts';
import type { PlacedField } from './field-page.ts';
import { FIELD_NAMES, FIELDS, GROUPS, SELECTION, ACTS } from './fields-copy.ts';
import type { FieldEditing } from './use-field-editing.ts';
import styles from './field-panel.module.css';

/** The properties of the selected fields, and the actions on them. */
export function FieldSelection({ editing }: { editing: FieldEditing }) {
  const { selected, editable, page } = editing;
  const [only, ...more] = selected;
  if (!only) return null;
  const isOne = more.length === 0;
  const owners = page.owners.filter(({ isOpen }) => isOpen);
  return (
    <section
      className={styles.selection}
      aria-label={isOne ? FIELD_NAMES[only.tab.tabType] : FIELDS.selected(selected.length)}
    >
      <h3 className={styles.title}>
        {isOne ? FIELD_NAMES[only.tab.tabType] : FIELDS.selected(selected.length)}
      </h3>
      {editable.length < selected.length ? (
        <Callout tone="info">{isOne ? FIELDS.sentTo(only.owner.name) : FIELDS.allSent}</Callout>
      ) : null}
      {editable.length === 0 ? null : (
        <>
          {owners.length > 1 ? (
            <SelectField
              label={FIELDS.owner}
              options={owners.map(({ assignment, name }) => [assignment, name] as const)}
              value={common(editable.map(({ tab }) => tab.assignment))}
              placeholder={FIELDS.ownerMixed}
              onChoose={editing.reassign}
            />
          ) : null}
          {isOne ? <FieldFacts key={only.tab.uuid} field={only} editing={editing} /> : null}
          <Required editing={editing} />
          <SheetChoice editing={editing} />
          {isOne ? (
            <Place key={`place ${only.tab.uuid}`} field={only} editing={editing} />
          ) : (
            <AlignButtons editing={editing} />
          )}
          <CheckboxGroup editing={editing} />
          <div className={styles.actions}>
            <Button icon={<Copy aria-hidden="true" />} onClick={() => editing.duplicate(editable)}>
              {SELECTION.duplicate}
            </Button>
            {page.others.some(({ isOpen }) => isOpen) ? (
              <Button icon={<Users aria-hidden="true" />} onClick={editing.copyToOthers}>
                {SELECTION.toOthers}
              </Button>
            ) : null}
            <Button icon={<Trash aria-hidden="true" />} onClick={() => editing.remove(editable)}>
              {SELECTION.remove}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

/** Sets whether the fields are required. For grouped checkboxes, the group's rule decides that. */
function Required({ editing: { editable, edit } }: { editing: FieldEditing }) {
  if (editable.some(({ tab }) => tab.tabGroup !== null)) return null;
  const required = editable.map(({ tab }) => tab.required);
  const isMixed = required.includes(true) && required.includes(false);
  return (
    <CheckboxField
      checked={!required.includes(false)}
      indeterminate={isMixed}
      onChange={({ currentTarget }) => edit({ required: currentTarget.checked })}
    >
      {SELECTION.required}
    </CheckboxField>
  );
}

/** The sheet that the fields are on. */
function SheetChoice({ editing: { page, editable, toSheet } }: { editing: FieldEditing }) {
  if (page.lines.length === 1) return null;
  if (editable.some(({ tab }) => tab.tabGroup !== null))
    return <p className={styles.hint}>{GROUPS.oneSheet}</p>;
  return (
    <SelectField
      label={SELECTION.sheet}
      options={page.lines.map((_, at) => [String(at + 1), String(at + 1)] as const)}
      value={common(editable.map(({ sheet }) => String(sheet)))}
      placeholder={SELECTION.sheetMixed}
      onChoose={(sheet) => toSheet(Number(sheet))}
    />
  );
}

/** What the signatory reads beside the field, and what the team fills in beforehand. */
function FieldFacts({ field: { tab }, editing }: { field: PlacedField; editing: FieldEditing }) {
  if (tab.tabType !== 'custom' && tab.tabType !== 'checkbox') return null;
  return (
    <>
      <DraftField
        label={SELECTION.label}
        value={tab.label}
        placeholder={SELECTION.labelHint}
        maxLength={200}
        optional
        onCommit={(label) => editing.edit({ label })}
      />
      {tab.tabType === 'custom' ? (
        <DraftField
          label={SELECTION.value}
          value={tab.value ?? ''}
          maxLength={2000}
          optional
          onCommit={(value) => editing.edit({ value: value === '' ? null : value })}
        />
      ) : null}
    </>
  );
}

const MEASURES = [
  ['x', SELECTION.left],
  ['y', SELECTION.top],
  ['width', SELECTION.width],
  ['height', SELECTION.height],
] as const;

/** The position and size as numbers. */
function Place({ field, editing }: { field: PlacedField; editing: FieldEditing }) {
  const { box } = field;
  const { paper } = editing.page;
  return (
    <fieldset className={styles.place}>
      <legend>{SELECTION.place}</legend>
      {MEASURES.map(([measure, label]) => (
        <DraftField
          key={measure}
          label={label}
          value={String(Math.round(box[measure] * 10) / 10)}
          problem={(text) => refuseMeasure({ ...box, [measure]: Number(text) }, paper)}
          onCommit={(text) => editing.drop([field], [{ ...box, [measure]: Number(text) }], ACTS.move(1))}
        />
      ))}
    </fieldset>
  );
}

/** The rounding error of the displayed numbers, in points. It may make a field seem to extend past the page. */
const ROUNDED = 0.05;

function refuseMeasure({ x, y, width, height }: Box, paper: PaperSize): string | null {
  if (![x, y, width, height].every(Number.isFinite) || width < 1 || height < 1) return SELECTION.number;
  const isInside =
    x >= 0 && y >= 0 && x + width <= paper.width + ROUNDED && y + height <= paper.height + ROUNDED;
  return isInside ? null : SELECTION.offPage;
}

function common<Value>(values: readonly Value[]): Value | null {
  const [first, ...others] = values;
  return first !== undefined && others.every((value) => value === first) ? first : null;
}
