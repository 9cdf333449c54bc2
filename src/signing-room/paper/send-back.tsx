import { useEffect, useRef, useSyncExternalStore, type ChangeEvent } from 'react';
import type { SentFiles } from '../../contract/entities/signing/signing-room.ts';
import styles from '../signing-room.module.css';
import { PhotoPreview } from './photo-preview.tsx';
import { queueOf, type ChosenFile } from './upload-queue.ts';

/** How often, in ms, and how many times in a row the room polls whether files have been read. */
const ASK_AGAIN = 4000;
const QUESTIONS = 450;

/** Sends photos or scans of signed pages, and shows the result for each. */
export function SendBack({
  token,
  packet,
  hasAccessCode,
  files,
  onSent,
}: {
  token: string;
  packet: string;
  /** Whether the packet has an access code. If so, nothing is stored on this device. */
  hasAccessCode: boolean;
  /** The files that were sent before. */
  files: SentFiles;
  onSent: () => Promise<void>;
}) {
  const queue = queueOf(token);
  useEffect(() => {
    // Send files that were waiting for a code.
    queue.resume(() => void onSent());
  }, [queue, onSent]);
  useEffect(() => void queue.keepUnder(packet, { hasAccessCode }), [queue, packet, hasAccessCode]);
  const chosen = useSyncExternalStore(queue.subscribe, queue.getState);
  const reading = files.flatMap(({ uuid, status }) => (status === 'processing' ? uuid : [])).join();
  useEffect(() => {
    if (reading === '') return;
    let asked = 0;
    const timer = setInterval(() => {
      asked += 1;
      if (asked > QUESTIONS) clearInterval(timer);
      else void onSent();
    }, ASK_AGAIN);
    return () => clearInterval(timer);
  }, [reading, onSent]);
  const add = (added: readonly File[], isTaken: boolean) =>
    queue.add(added, { nameOf: (file, at) => nameOf(file, files.length + at), isTaken });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>, isTaken: boolean) => {
    add([...(target.files ?? [])], isTaken);
    // Reset, so that the same file can be chosen again.
    target.value = '';
  };
  const unsent = chosen.filter(({ state }) => state === 'unsent').length;
  const unchecked = chosen.filter(({ state }) => state === 'unchecked');
  const [photo] = unchecked;
  const listed = chosen.filter(({ state }) => state !== 'unchecked');
  const top = useRef<HTMLDivElement>(null);
  const wasChecking = useRef(false);
  const isChecking = photo !== undefined;
  useEffect(() => {
    // The clicked button is gone, and with it the focus.
    const isLost = document.activeElement === document.body;
    if (wasChecking.current && !isChecking && isLost) top.current?.focus();
    wasChecking.current = isChecking;
  }, [isChecking]);
  return (
    <div ref={top} tabIndex={-1} className={styles.step}>
      <p>
        Lay each page flat in good light, and keep all four corners in the picture. Photos and scans can be
        PDF, JPEG, or PNG files of up to 50 MB each.
      </p>
      <div className={styles.ways}>
        <label className={`${styles.fileButton} ${styles.camera}`}>
          Take a photo
          <input
            type="file"
            accept="image/jpeg,image/png"
            capture="environment"
            onChange={(event) => choose(event, true)}
          />
        </label>
        <label className={styles.fileButton}>
          Choose files
          <input
            type="file"
            accept="application/pdf,image/jpeg,image/png"
            multiple
            onChange={(event) => choose(event, false)}
          />
        </label>
      </div>
      {photo && (
        <PhotoPreview
          key={photo.uuid}
          photo={photo}
          numMore={unchecked.length - 1}
          onUse={(file) => queue.use(photo.uuid, file)}
          onTakeAgain={(file) => {
            queue.remove(photo.uuid);
            add([file], true);
          }}
          onRemove={() => queue.remove(photo.uuid)}
        />
      )}
      {unsent > 0 && (
        <div className={styles.notice} role="alert">
          <p>
            {unsent === 1 ? '1 file hasn’t' : `${unsent} files haven’t`} been sent yet. Keep this page open:
            we’ll keep trying.
          </p>
          <button className={styles.quiet} type="button" onClick={queue.retry}>
            Try again now
          </button>
        </div>
      )}
      {(listed.length > 0 || files.length > 0) && (
        <ul className={styles.documents} aria-label="Files you sent">
          {files.map((file) => (
            <li key={file.uuid}>
              <span>{file.name}</span>
              <span role="status" className={isProblem(file) ? styles.missing : styles.hint}>
                {outcomeOf(file)}
              </span>
            </li>
          ))}
          {listed.map((file) => (
            <li key={file.uuid}>
              <span>{file.name}</span>
              <span role="status" className={file.problem === null ? styles.hint : styles.missing}>
                {stateOf(file)}
              </span>
              {file.state === 'refused' && (
                <button
                  className={styles.quiet}
                  type="button"
                  aria-label={`Remove ${file.name}`}
                  onClick={() => queue.remove(file.uuid)}
                >
                  Remove
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Numbers the photos, because phones give them all the same name. */
function nameOf({ name }: File, at: number): string {
  const plain = name.replace(/\.[^.]{1,5}$/, '').trim();
  return plain === '' || plain.toLowerCase() === 'image' ? `Photo ${at + 1}` : plain;
}

function stateOf({ state, problem }: ChosenFile): string {
  switch (state) {
    case 'unchecked':
    case 'waiting':
      return 'Waiting';
    case 'sending':
      return 'Sending…';
    case 'unsent':
      return problem ?? 'Not sent yet';
    case 'refused':
      return problem ?? 'Not sent';
  }
}

type SentFile = SentFiles[number];

function isProblem({ status, num_unmatched: unmatched }: SentFile): boolean {
  return status === 'failed' || (status === 'ready' && unmatched > 0);
}

function outcomeOf({ status, problem, num_matched: matched, num_unmatched: unmatched }: SentFile): string {
  if (status === 'processing') return 'Received. We’re reading it…';
  if (status === 'failed') return problem ?? 'This file couldn’t be read. Send the pages again.';
  const found = matched === 1 ? '1 page received.' : `${matched} pages received.`;
  if (unmatched > 0) {
    const open =
      unmatched === 1 ? '1 page couldn’t be recognized' : `${unmatched} pages couldn’t be recognized`;
    return `${matched > 0 ? `${found} ` : ''}${open}. The team will take a look, or you can send a clearer picture.`;
  }
  return matched > 0 ? found : 'This file contains none of the pages to sign.';
}
