import { useState, type ChangeEvent } from 'react';
import type { Answers } from '../store/room-draft.ts';
import styles from '../signing-room.module.css';
import { readPicture } from './read-picture.ts';

type Pictures = Answers['picture'];

/** Chooses pictures of the signature and of the initials. They stay on this device until they are sent. */
export function PictureFields({
  picture,
  asksForInitials,
  onChange,
}: {
  picture: Pictures;
  asksForInitials: boolean;
  onChange: (picture: Pictures) => void;
}) {
  return (
    <>
      <p className={styles.hint}>
        Choose a PNG or JPEG of dark ink on white paper, cropped to the signature. Only the ink goes on the
        pages.
      </p>
      <PictureField
        label="Your signature"
        picture={picture.signature}
        onChange={(signature) => onChange({ ...picture, signature })}
      />
      {asksForInitials && (
        <PictureField
          label="Your initials"
          picture={picture.initials}
          onChange={(initials) => onChange({ ...picture, initials })}
        />
      )}
    </>
  );
}

function PictureField({
  label,
  picture,
  onChange,
}: {
  label: string;
  picture: string | null;
  onChange: (picture: string | null) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    const read = await readPicture(file);
    // Reset, so that the same file can be chosen again.
    target.value = '';
    setProblem('problem' in read ? read.problem : null);
    if ('picture' in read) onChange(read.picture);
  };
  return (
    <div className={styles.padField} role="group" aria-label={label}>
      <span aria-hidden>{label}</span>
      {picture !== null && (
        <img className={styles.signature} src={`data:image/jpeg;base64,${picture}`} alt="Preview" />
      )}
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.padButtons}>
        <label className={styles.fileButton}>
          {picture === null ? 'Choose a picture' : 'Choose another picture'}
          <input type="file" accept="image/png,image/jpeg" onChange={(event) => void choose(event)} />
        </label>
        {picture !== null && (
          <button className={styles.quiet} type="button" onClick={() => onChange(null)}>
            Remove
          </button>
        )}
      </div>
    </div>
  );
}
