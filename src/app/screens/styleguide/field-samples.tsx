import { useState } from 'react';
import { CheckBox, CheckField, DoneBox } from '../../ui/check-box.tsx';
import { Choice, ChoiceField } from '../../ui/choice.tsx';
import { FormField, LongField, LongInput } from '../../ui/form-field.tsx';
import { DraftField } from '../../ui/draft-field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
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
  const [kept, setKept] = useState('Project Alder');
  const [words, setWords] = useState('');
  return (
    <Samples>
      <Sample name="empty">
        <div className={styles.field}>
          <FormField label="Client" placeholder="Alder Holdings, L.P." />
        </div>
      </Sample>
      <Sample name="with a problem">
        <div className={styles.field}>
          <FormField label="Name" problem="The transaction needs a name." />
        </div>
      </Sample>
      <Sample name="disabled">
        <div className={styles.field}>
          <FormField label="Matter number" defaultValue="20963-0014" disabled />
        </div>
      </Sample>
      <Sample name="kept when it is left">
        <div className={styles.field}>
          <DraftField label="Working title" value={kept} onKeep={setKept} />
        </div>
      </Sample>
      <Sample name="of several lines">
        <div className={styles.field}>
          <LongField label="Description" defaultValue="Two closings, four weeks apart." />
        </div>
      </Sample>
      <Sample name="the same, its name read out alone">
        <LongInput aria-label="New note" placeholder="Write a note" className={styles.field} />
      </Sample>
      <Sample name="search">
        <div className={styles.field}>
          <SearchField label="Search documents" shortcut="/" value={words} onText={setWords} />
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
      <Sample name="choice">
        <Choice {...choice} />
      </Sample>
      <Sample name="focused" focused>
        <Choice {...choice} />
      </Sample>
      <Sample name="of several kinds">
        <Choice {...choice} value={null} none="Signing type" />
      </Sample>
      <Sample name="disabled">
        <Choice {...choice} disabled />
      </Sample>
      <Sample name="under its name">
        <ChoiceField {...choice} />
      </Sample>
    </Samples>
  );
}

function Boxes() {
  return (
    <Samples>
      <Sample name="box">
        <CheckField>Show completed documents</CheckField>
      </Sample>
      <Sample name="ticked">
        <CheckField defaultChecked>Show completed documents</CheckField>
      </Sample>
      <Sample name="some">
        <CheckField some>Select all</CheckField>
      </Sample>
      <Sample name="disabled">
        <CheckField disabled>Select all</CheckField>
      </Sample>
      <Sample name="of a row">
        <CheckBox aria-label="Select Letter of Intent" />
      </Sample>
      <Sample name="to be done">
        <DoneBox aria-label="Complete: Escrow Agreement" />
      </Sample>
      <Sample name="done">
        <DoneBox aria-label="Complete: Letter of Intent" defaultChecked />
      </Sample>
    </Samples>
  );
}
