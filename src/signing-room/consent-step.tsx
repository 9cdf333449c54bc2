import { useState } from 'react';
import type { OpenRoom } from '../contract/entities/signing/signing-room.ts';
import { ActButton } from './act-button.tsx';
import { DocumentList } from './document-list.tsx';
import styles from './signing-room.module.css';
import type { RoomHandle } from './use-room.ts';

/** Says what is to be signed, and asks for consent to sign it electronically. */
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
      <p>
        Hello {room.signer}. {room.sender.organization} has asked you to sign these documents for “{room.deal}
        ”.
      </p>
      {room.message !== '' && <blockquote className={styles.message}>{room.message}</blockquote>}
      <DocumentList token={token} documents={room.documents} />
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
