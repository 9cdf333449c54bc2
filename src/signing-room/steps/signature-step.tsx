import { useState } from 'react';
import type { AdoptedSignature, OpenRoom, TypedStyle } from '../../contract/entities/signing/signing-room.ts';
import { hasLetters, initialsOf } from '../../contract/rules/signing/fields/ink.ts';
import { strokesProblem } from '../../contract/rules/signing/fields/strokes.ts';
import { ActButton } from '../act-button.tsx';
import { SignaturePad } from './signature-pad.tsx';
import styles from '../signing-room.module.css';
import type { RoomHandle } from '../use-room.ts';

const TYPED: readonly { style: TypedStyle; label: string }[] = [
  { style: 'caveat', label: 'Handwriting' },
  { style: 'dancing_script', label: 'Script' },
  { style: 'tinos_italic', label: 'Italic' },
];

/** Chooses the signature: typed or drawn. The server draws it on the pages, with the strokes that were drawn here. */
export function SignatureStep({
  room,
  handle: { draft, editDraft, act, isBusy },
  onDone,
}: {
  room: OpenRoom;
  handle: RoomHandle;
  onDone: () => void;
}) {
  const [hasTried, setTried] = useState(false);
  const { isDrawn, drawing } = draft;
  const name = draft.name ?? room.signer;
  const asksForInitials = room.pages.some(({ tabs }) => tabs.some(({ type }) => type === 'initials'));
  const typed = draft.initials ?? initialsOf(name);
  const initials = isDrawn && !hasLetters(typed) ? initialsOf(name) : typed;
  const drawingProblem = isDrawn
    ? (strokesProblem(drawing.signature, 'signature') ??
      (asksForInitials ? strokesProblem(drawing.initials, 'initials') : null))
    : null;
  const isReady = hasLetters(name) && (!asksForInitials || hasLetters(initials));
  const adopt = async () => {
    setTried(true);
    if (drawingProblem !== null) return;
    const named = { name: name.trim(), initials: asksForInitials ? initials.trim() : '' };
    const drawn = { signature: drawing.signature, initials: asksForInitials ? drawing.initials : null };
    const body = isDrawn
      ? { ...named, style: 'drawn' as const, drawing: drawn }
      : { ...named, style: draft.style };
    if (await act({ name: 'adopt', body })) onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void adopt();
      }}
    >
      <h1>Choose your signature</h1>
      <label className={styles.field}>
        Your name
        <input
          type="text"
          autoComplete="name"
          maxLength={120}
          value={name}
          onChange={(event) => editDraft({ name: event.target.value })}
        />
      </label>
      <fieldset className={styles.choices}>
        <legend>Type or draw it</legend>
        <div className={styles.ways}>
          <Choice
            group="way"
            label="Type"
            isChosen={!isDrawn}
            onChoose={() => editDraft({ isDrawn: false })}
          />
          <Choice group="way" label="Draw" isChosen={isDrawn} onChoose={() => editDraft({ isDrawn: true })} />
        </div>
      </fieldset>
      {isDrawn ? (
        <>
          <p className={styles.hint}>Draw with a finger, a pen, or the mouse.</p>
          <SignaturePad
            label="Your signature"
            strokes={drawing.signature}
            onChange={(signature) => editDraft({ drawing: { ...drawing, signature } })}
          />
          {asksForInitials && (
            <SignaturePad
              label="Your initials"
              strokes={drawing.initials}
              onChange={(drawnInitials) => editDraft({ drawing: { ...drawing, initials: drawnInitials } })}
            />
          )}
        </>
      ) : (
        <>
          {asksForInitials && (
            <label className={styles.field}>
              Your initials
              <input
                type="text"
                maxLength={10}
                value={initials}
                onChange={(event) => editDraft({ initials: event.target.value })}
              />
            </label>
          )}
          <fieldset className={styles.choices}>
            <legend>Style</legend>
            {TYPED.map(({ style, label }) => (
              <Choice
                key={style}
                group="style"
                label={label}
                isChosen={draft.style === style}
                onChoose={() => editDraft({ style })}
              />
            ))}
          </fieldset>
          {isReady && (
            <p
              className={`${styles.preview} ${styles[draft.style]}`}
              role="img"
              aria-label={`Preview: ${name.trim()}`}
            >
              <span>{name.trim()}</span>
              {asksForInitials && <span>{initials.trim()}</span>}
            </p>
          )}
        </>
      )}
      <p>By choosing a signature, you agree that it is your signature wherever you use it on these pages.</p>
      {hasTried && drawingProblem !== null && (
        <p className={styles.problem} role="alert">
          {drawingProblem}
        </p>
      )}
      <ActButton type="submit" disabled={isBusy || !isReady}>
        Use this signature
      </ActButton>
    </form>
  );
}

/** One of several ways to do something. */
export function Choice({
  group,
  label,
  isChosen,
  onChoose,
}: {
  group: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <label className={styles.check}>
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} />
      {label}
    </label>
  );
}

/** The signature as it appears on the pages. */
export function SignaturePreview({ adopted }: { adopted: AdoptedSignature }) {
  const { name, outline, width, height } = adopted;
  return (
    <svg
      className={styles.signature}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Signature: ${name}`}
    >
      <path d={outline} />
    </svg>
  );
}
