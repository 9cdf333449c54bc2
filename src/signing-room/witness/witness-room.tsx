import type { WitnessRoom as Room } from '../../contract/entities/signing/signing-room.ts';
import styles from '../signing-room.module.css';
import type { RoomHandle } from '../use-room.ts';
import { WitnessForm } from './witness-form.tsx';

/** The page that a witness sees on their own device: the signed pages, and the form to sign. */
export function WitnessRoom({
  room,
  handle: { act, draft, editDraft, isBusy },
}: {
  room: Room;
  handle: RoomHandle;
}) {
  const { signer, pages } = room;
  return (
    <>
      <h1>Witness {signer}’s signature</h1>
      <p>Sign only if you saw {signer} sign in person and aren’t a party to what they signed.</p>
      {pages.map(({ uuid, number, document, svg, text, width, height }) => (
        <figure key={uuid} className={styles.figure}>
          <h2>{document ?? `Page ${number}`}</h2>
          <div className={styles.sheet}>
            <div className={styles.paper}>
              <img
                src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
                alt={`Signed page ${number}${document === null ? '' : `: ${document}`}`}
                width={width}
                height={height}
              />
            </div>
          </div>
          <figcaption>
            <details>
              <summary>Text of this page</summary>
              <pre className={styles.text}>{text}</pre>
            </details>
          </figcaption>
        </figure>
      ))}
      <WitnessForm
        signer={signer}
        pages={pages.map(({ uuid, sha256 }) => ({ uuid, sha256 }))}
        draft={draft.witness}
        isBusy={isBusy}
        onEdit={(edit) => editDraft({ witness: { ...draft.witness, ...edit } })}
        onSign={(body) => void act({ name: 'witness', body })}
      />
    </>
  );
}
