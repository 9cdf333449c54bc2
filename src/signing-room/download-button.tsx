import { useState, type ReactNode } from 'react';
import { fileOfRoom } from './room-calls.ts';
import styles from './signing-room.module.css';

/** Downloads the PDF of a link's packet. */
export function DownloadButton({
  token,
  packet,
  children,
}: {
  token: string;
  packet: string;
  children: ReactNode;
}) {
  const [isUnreachable, setUnreachable] = useState(false);
  const download = async () => {
    const address = await fileOfRoom(token, packet);
    setUnreachable(address === null);
    if (address !== null) window.location.assign(address);
  };
  return (
    <>
      <button className={styles.button} type="button" onClick={() => void download()}>
        {children}
      </button>
      {isUnreachable && <p role="alert">The PDF couldn’t be opened. Check your connection and try again.</p>}
    </>
  );
}
