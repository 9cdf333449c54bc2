import { useState } from 'react';
import type { OpenRoom } from '../../contract/entities/signing/signing-room.ts';
import styles from '../signing-room.module.css';

/** The documents of the packet. Those with a file can be opened. */
export function DocumentList({
  documents,
  addressOf,
}: {
  documents: OpenRoom['documents'];
  /** Returns the address of a document; null if it isn't available now. */
  addressOf: (id: string) => Promise<string | null>;
}) {
  const [isUnreachable, setUnreachable] = useState(false);
  const open = async (id: string) => {
    const address = await addressOf(id);
    setUnreachable(address === null);
    if (address !== null) window.location.assign(address);
  };
  return (
    <>
      <ul className={styles.documents}>
        {documents.map(({ uuid, name, has_file }) => (
          <li key={uuid}>
            <span>{name}</span>
            {has_file ? (
              <button
                className={styles.quiet}
                type="button"
                aria-label={`Read ${name}`}
                onClick={() => void open(uuid)}
              >
                Read
              </button>
            ) : (
              <span className={styles.hint}>Signature page only</span>
            )}
          </li>
        ))}
      </ul>
      {isUnreachable && (
        <p role="alert">The document couldn’t be opened. Check your connection and try again.</p>
      )}
    </>
  );
}
