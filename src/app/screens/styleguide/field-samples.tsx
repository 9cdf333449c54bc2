import { useState } from 'react';
import { Checkbox, CheckboxField, DoneCheckbox } from '../../ui/form/checkbox.tsx';
import { Select, SelectField } from '../../ui/form/select.tsx';
import { FormField, TextAreaField, TextArea } from '../../ui/form/form-field.tsx';
import { DraftField } from '../../ui/form/draft-field.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Sample, Samples } from './sample.tsx';
import styles from './styleguide.module.css';

const TYPES = [
  ['executed', 'Executed'],
  ['to-be-signed', 'To be signed'],
] as const;

type Type = (typeof TYPES)[number][0];

export function FieldSamples() {
  return (
    <>
      <TextFields />
      <Choices />
      <Boxes />
    </>
  );
}

function TextFields() {
  const [title, setTitle] = useState('Project Alder');
  const [search, setSearch] = useState('');
  return (
    <Samples>
      <Sample name="empty">
        <div className={styles.field}>
          <FormField label="Client" placeholder="Alder Holdings, L.P." />
        </div>
      </Sample>
      <Sample name="with an error">
        <div className={styles.field}>
          <FormField label="Name" problem="The transaction needs a name." />
        </div>
      </Sample>
      <Sample name="disabled">
        <div className={styles.field}>
          <FormField label="Matter number" defaultValue="20963-0014" disabled />
        </div>
      </Sample>
      <Sample name="commits on blur">
        <div className={styles.field}>
          <DraftField label="Working title" value={title} onCommit={setTitle} />
        </div>
      </Sample>
      <Sample name="text area">
        <div className={styles.field}>
          <TextAreaField label="Description" defaultValue="Two closings, four weeks apart." />
        </div>
      </Sample>
      <Sample name="text area without a visible label">
        <TextArea aria-label="New note" placeholder="Write a note" className={styles.field} />
      </Sample>
      <Sample name="search">
        <div className={styles.field}>
          <SearchField label="Search documents" shortcut="/" value={search} onText={setSearch} />
        </div>
      </Sample>
    </Samples>
  );
}

function Choices() {
  const [type, setType] = useState<Type>('executed');
  const choice = { label: 'Signing type', options: TYPES, value: type, onChoose: setType };
  return (
    <Samples>
      <Sample name="select">
        <Select {...choice} />
      </Sample>
      <Sample name="focused" focused>
        <Select {...choice} />
      </Sample>
      <Sample name="nothing selected">
        <Select {...choice} value={null} placeholder="Signing type" />
      </Sample>
      <Sample name="disabled">
        <Select {...choice} disabled />
      </Sample>
      <Sample name="with a label">
        <SelectField {...choice} />
      </Sample>
    </Samples>
  );
}

function Boxes() {
  return (
    <Samples>
      <Sample name="checkbox">
        <CheckboxField>Show completed documents</CheckboxField>
      </Sample>
      <Sample name="checked">
        <CheckboxField defaultChecked>Show completed documents</CheckboxField>
      </Sample>
      <Sample name="indeterminate">
        <CheckboxField indeterminate>Select all</CheckboxField>
      </Sample>
      <Sample name="disabled">
        <CheckboxField disabled>Select all</CheckboxField>
      </Sample>
      <Sample name="without visible text">
        <Checkbox aria-label="Select Letter of Intent" />
      </Sample>
      <Sample name="not done">
        <DoneCheckbox aria-label="Complete: Escrow Agreement" />
      </Sample>
      <Sample name="done">
        <DoneCheckbox aria-label="Complete: Letter of Intent" defaultChecked />
      </Sample>
    </Samples>
  );
}
