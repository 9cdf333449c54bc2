import type { SigningRoom } from '../../contract/entities/signing/signing-room.ts';
import { ActButton } from '../act-button.tsx';
import styles from '../signing-room.module.css';
import type { RoomHandle } from '../use-room.ts';

/** Asks the signatory for a reason to decline. */
export function DeclineForm({
  room,
  handle: { draft, editDraft, act, isBusy },
  onBack,
}: {
  room: Pick<SigningRoom, 'sender'>;
  handle: RoomHandle;
  onBack: () => void;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void act({ name: 'decline', body: { reason: draft.reason.trim() } });
      }}
    >
      <h1>Decline to sign</h1>
      <p>
        {room.sender.organization} will see your reason. You can’t sign these documents with this link after
        that.
      </p>
      <label className={styles.field}>
        Reason
        <textarea
          rows={4}
          maxLength={2000}
          value={draft.reason}
          onChange={(event) => editDraft({ reason: event.target.value })}
        />
      </label>
      <ActButton type="submit" disabled={isBusy || draft.reason.trim() === ''}>
        Decline to sign
      </ActButton>
      <button className={styles.quiet} type="button" onClick={onBack}>
        Go back
      </button>
    </form>
  );
}
