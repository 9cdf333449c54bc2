import { useState } from 'react';
import { strokesProblem } from '../../contract/rules/signing/fields/strokes.ts';
import { attestationOf, WITNESS_MAX } from '../../contract/rules/signing/signatories/witness.ts';
import { ActButton } from '../act-button.tsx';
import type { WitnessAct } from '../room-calls.ts';
import type { WitnessDraft } from '../store/room-draft.ts';
import { SignaturePad } from '../steps/signature-pad.tsx';
import { Choice } from '../steps/signature-step.tsx';
import styles from '../signing-room.module.css';

/** The form in which a witness gives their details, attests to having been present, and signs. */
export function WitnessForm({
  signer,
  pages,
  draft,
  onEdit,
  onSign,
  isBusy,
}: {
  signer: string;
  /** The pages to witness, with the hashes of the versions that they see. */
  pages: WitnessAct['pages'];
  draft: WitnessDraft;
  onEdit: (edit: Partial<WitnessDraft>) => void;
  onSign: (act: WitnessAct) => void;
  isBusy: boolean;
}) {
  const [isPresent, setPresent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { name, address, occupation, isDrawn, strokes } = draft;
  const isComplete = [name, address, occupation].every((text) => text.trim() !== '') && isPresent;
  const sign = () => {
    const wrong = isDrawn ? strokesProblem(strokes, 'signature') : null;
    setProblem(wrong);
    if (wrong !== null) return;
    const said = {
      pages,
      name: name.trim(),
      address: address.trim(),
      occupation: occupation.trim(),
      is_present: isPresent,
    };
    onSign(
      isDrawn
        ? { ...said, style: 'drawn', drawing: { signature: strokes } }
        : { ...said, style: 'dancing_script' },
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sign();
      }}
    >
      <label className={styles.field}>
        Witness’s name
        <input
          type="text"
          autoComplete="off"
          maxLength={WITNESS_MAX.name}
          value={name}
          onChange={(event) => onEdit({ name: event.target.value })}
        />
      </label>
      <label className={styles.field}>
        Witness’s address
        <textarea
          rows={2}
          autoComplete="off"
          maxLength={WITNESS_MAX.address}
          value={address}
          onChange={(event) => onEdit({ address: event.target.value })}
        />
      </label>
      <label className={styles.field}>
        Witness’s occupation
        <input
          type="text"
          autoComplete="off"
          maxLength={WITNESS_MAX.occupation}
          value={occupation}
          onChange={(event) => onEdit({ occupation: event.target.value })}
        />
      </label>
      <fieldset className={styles.choices}>
        <legend>Witness’s signature</legend>
        <div className={styles.ways}>
          <Choice
            group="witness-way"
            label="Type"
            isChosen={!isDrawn}
            onChoose={() => onEdit({ isDrawn: false })}
          />
          <Choice
            group="witness-way"
            label="Draw"
            isChosen={isDrawn}
            onChoose={() => onEdit({ isDrawn: true })}
          />
        </div>
      </fieldset>
      {isDrawn ? (
        <SignaturePad
          label="Witness’s signature"
          strokes={strokes}
          onChange={(drawn) => onEdit({ strokes: drawn })}
        />
      ) : (
        name.trim() !== '' && (
          <p
            className={`${styles.preview} ${styles['dancing_script']}`}
            role="img"
            aria-label={`Preview: ${name.trim()}`}
          >
            <span>{name.trim()}</span>
          </p>
        )
      )}
      <label className={styles.check}>
        <input type="checkbox" checked={isPresent} onChange={(event) => setPresent(event.target.checked)} />
        {attestationOf(signer)}
      </label>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <ActButton type="submit" disabled={isBusy || !isComplete}>
        Sign as a witness
      </ActButton>
    </form>
  );
}
