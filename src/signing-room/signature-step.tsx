import type { AdoptedSignature, OpenRoom, SignatureStyle } from '../contract/entities/signing-room.ts';
import { hasLetters, initialsOf } from '../contract/rules/signing/ink.ts';
import styles from './signing-room.module.css';
import type { RoomHandle } from './use-room.ts';

const STYLES: readonly { style: SignatureStyle; label: string }[] = [
  { style: 'caveat', label: 'Style 1' },
  { style: 'dancing_script', label: 'Style 2' },
];

/** Chooses the signature. The server draws it, so that this preview matches the signature on the pages. */
export function SignatureStep({
  room,
  handle: { draft, editDraft, act, isBusy },
  onDone,
}: {
  room: OpenRoom;
  handle: RoomHandle;
  onDone: () => void;
}) {
  const name = draft.name ?? room.signer;
  const asksForInitials = room.pages.some(({ tabs }) => tabs.some(({ type }) => type === 'initials'));
  const initials = draft.initials ?? initialsOf(name);
  const adopt = async () => {
    const body = { name: name.trim(), style: draft.style, initials: asksForInitials ? initials.trim() : '' };
    if (await act({ name: 'adopt', body })) onDone();
  };
  const isReady = hasLetters(name) && (!asksForInitials || hasLetters(initials));
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
        {STYLES.map(({ style, label }) => (
          <label key={style} className={styles.check}>
            <input
              type="radio"
              name="style"
              checked={draft.style === style}
              onChange={() => editDraft({ style })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <p>By choosing a signature, you agree that it is your signature wherever you use it on these pages.</p>
      <button className={styles.button} type="submit" disabled={isBusy || !isReady}>
        Use this signature
      </button>
    </form>
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
