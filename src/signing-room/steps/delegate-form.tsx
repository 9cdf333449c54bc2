import type { SigningRoom } from '../../contract/entities/signing/signing-room.ts';
import styles from '../signing-room.module.css';
import type { RoomHandle } from '../use-room.ts';

/** Asks a person who isn't the right signatory who should sign instead. */
export function DelegateForm({
  room,
  handle: { draft, editDraft, act, isBusy },
  onBack,
}: {
  room: Pick<SigningRoom, 'sender'>;
  handle: RoomHandle;
  onBack: () => void;
}) {
  const { instead } = draft;
  const { organization } = room.sender;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const { name, email, note } = instead;
        void act({
          name: 'delegate',
          body: { name: name.trim(), email: email.trim(), note: note.trim() },
        });
      }}
    >
      <h1>Are these pages for someone else?</h1>
      <p>
        We’ll tell {organization}, who will decide what happens next. Nothing is signed or forwarded, and this
        link stops working. If you know who should sign, enter their name below.
      </p>
      <label className={styles.field}>
        Who should sign (optional)
        <input
          type="text"
          autoComplete="off"
          maxLength={200}
          value={instead.name}
          onChange={(event) => editDraft({ instead: { ...instead, name: event.target.value } })}
        />
      </label>
      <label className={styles.field}>
        Their email address (optional)
        <input
          type="email"
          autoComplete="off"
          maxLength={320}
          value={instead.email}
          onChange={(event) => editDraft({ instead: { ...instead, email: event.target.value } })}
        />
      </label>
      <label className={styles.field}>
        Note (optional)
        <textarea
          rows={3}
          maxLength={2000}
          value={instead.note}
          onChange={(event) => editDraft({ instead: { ...instead, note: event.target.value } })}
        />
      </label>
      <button className={styles.button} type="submit" disabled={isBusy}>
        Tell the sender
      </button>
      <button className={styles.quiet} type="button" onClick={onBack}>
        Go back
      </button>
    </form>
  );
}
