import { useEffect, useState } from 'react';
import type { AdoptedSignature, OpenRoom, TypedStyle } from '../../contract/entities/signing/signing-room.ts';
import { hasLetters, initialsOf } from '../../contract/rules/signing/fields/ink.ts';
import { ActButton } from '../act-button.tsx';
import { Later } from '../later.tsx';
import { chosenSignature } from './chosen-signature.ts';
import { Drawn } from './drawn.tsx';
import styles from '../signing-room.module.css';
import type { Answers } from '../store/room-draft.ts';
import type { RoomHandle } from '../use-room.ts';

const TYPED: readonly { style: TypedStyle; label: string }[] = [
  { style: 'caveat', label: 'Handwriting' },
  { style: 'dancing_script', label: 'Script' },
  { style: 'tinos_italic', label: 'Italic' },
];

const WAYS: readonly { way: Answers['way']; label: string }[] = [
  { way: 'type', label: 'Type' },
  { way: 'draw', label: 'Draw' },
  { way: 'picture', label: 'Picture' },
];

const loadPad = async () => (await import('./signature-pad.tsx')).SignaturePad;
const loadPicture = async () => (await import('../picture/picture-fields.tsx')).PictureFields;

/** Asks for the signature: typed, drawn, or a picture. The server draws it on the pages. */
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
  const { way, drawing, picture } = draft;
  // So that they are there if the network is lost.
  useEffect(() => {
    for (const load of [loadPad, loadPicture]) load().catch(() => undefined);
  }, []);
  const name = draft.name ?? room.signer;
  const asksForInitials = room.pages.some(({ tabs }) => tabs.some(({ type }) => type === 'initials'));
  const typed = draft.initials ?? initialsOf(name);
  const initials = way !== 'type' && !hasLetters(typed) ? initialsOf(name) : typed;
  const signature = chosenSignature(draft, {
    name: name.trim(),
    initials: asksForInitials ? initials.trim() : '',
  });
  const isReady = hasLetters(name) && (!asksForInitials || hasLetters(initials));
  const adopt = async () => {
    setTried(true);
    if ('chosen' in signature && (await act({ name: 'adopt', body: signature.chosen }))) onDone();
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
        <legend>Type it, draw it, or use a picture</legend>
        <div className={styles.ways}>
          {WAYS.map((each) => (
            <Choice
              key={each.way}
              group="way"
              label={each.label}
              isChosen={way === each.way}
              onChoose={() => editDraft({ way: each.way })}
            />
          ))}
        </div>
      </fieldset>
      {way === 'picture' && (
        <Later
          load={loadPicture}
          props={{ picture, asksForInitials, onChange: (chosen) => editDraft({ picture: chosen }) }}
        />
      )}
      {way === 'draw' && (
        <>
          <p className={styles.hint}>Draw with a finger, a pen, or the mouse.</p>
          <Later
            load={loadPad}
            props={{
              label: 'Your signature',
              strokes: drawing.signature,
              onChange: (strokes) => editDraft({ drawing: { ...drawing, signature: strokes } }),
            }}
          />
          {asksForInitials && (
            <Later
              load={loadPad}
              props={{
                label: 'Your initials',
                strokes: drawing.initials,
                onChange: (strokes) => editDraft({ drawing: { ...drawing, initials: strokes } }),
              }}
            />
          )}
        </>
      )}
      {way === 'type' && (
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
      {hasTried && 'problem' in signature && (
        <p className={styles.problem} role="alert">
          {signature.problem}
        </p>
      )}
      <ActButton type="submit" disabled={isBusy || !isReady}>
        Use this signature
      </ActButton>
    </form>
  );
}

/** One of several options. */
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

/** A preview of the signature as it will appear on the pages. */
export function SignaturePreview({ adopted }: { adopted: AdoptedSignature }) {
  const { name, width, height } = adopted;
  return (
    <svg
      className={styles.signature}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Signature: ${name}`}
    >
      <Drawn drawing={adopted} />
    </svg>
  );
}
