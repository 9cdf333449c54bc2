import { useState } from 'react';
import type { SigningRoom } from '../../contract/entities/signing/signing-room.ts';
import styles from '../signing-room.module.css';
import type { RoomHandle } from '../use-room.ts';

/** Asks for the access code of a packet. Until it is entered, the room shows nothing about the deal. */
export function LockedRoom({
  room: { sender },
  handle: { act, isBusy },
}: {
  room: Pick<SigningRoom, 'sender'>;
  handle: RoomHandle;
}) {
  const [code, setCode] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void act({ name: 'unlock', body: { code } });
      }}
    >
      <h1>Enter your access code</h1>
      <p>
        {sender.organization} sent you documents that open only with a code. The code isn’t in the email. If
        they haven’t given it to you yet, call them.
      </p>
      <label className={styles.field}>
        Access code
        <input
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </label>
      <button className={styles.button} type="submit" disabled={isBusy || code.trim() === ''}>
        Open the documents
      </button>
    </form>
  );
}
