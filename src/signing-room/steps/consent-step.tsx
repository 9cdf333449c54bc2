import { useState } from 'react';
import type { OpenRoom } from '../../contract/entities/signing/signing-room.ts';
import { ActButton } from '../act-button.tsx';
import { DocumentList } from './document-list.tsx';
import { fileOfRoom } from '../room-calls.ts';
import styles from '../signing-room.module.css';
import type { RoomHandle } from '../use-room.ts';

/** Lists what is to be signed, and asks for consent to sign it electronically. */
export function ConsentStep({
  token,
  room,
  handle: { act, isBusy },
}: {
  token: string;
  room: OpenRoom;
  handle: RoomHandle;
}) {
  const [agrees, setAgrees] = useState(false);
  const { version, paragraphs } = room.consent;
  return (
    <>
      <h1>Documents for you to sign</h1>
      <Request room={room} />
      <DocumentList documents={room.documents} addressOf={(id) => fileOfRoom(token, id)} />
      <h2>Sign electronically</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <label className={styles.check}>
        <input type="checkbox" checked={agrees} onChange={(event) => setAgrees(event.target.checked)} />I
        agree to sign electronically
      </label>
      <ActButton
        disabled={!agrees || isBusy}
        onClick={() => void act({ name: 'consent', body: { version } })}
      >
        Continue
      </ActButton>
    </>
  );
}

/** Says who asks the signatory to sign, and shows the sender's message. */
export function Request({
  room: { signer, sender, deal, message, instructions },
}: {
  room: Pick<OpenRoom, 'signer' | 'sender' | 'deal' | 'message' | 'instructions'>;
}) {
  return (
    <>
      <p>
        Hello {signer}. {sender.organization} has asked you to sign these documents for “{deal}”.
      </p>
      {message !== '' && <blockquote className={styles.message}>{message}</blockquote>}
      {/* A room that was stored by an earlier version has no instructions. */}
      {instructions && (
        <>
          <h2>Signing instructions</h2>
          <p className={styles.lines}>{instructions}</p>
        </>
      )}
    </>
  );
}
