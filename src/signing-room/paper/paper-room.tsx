import { useEffect, useRef, useState } from 'react';
import type { PaperRoom as Room, SentFiles } from '../../contract/entities/signing/signing-room.ts';
import { DownloadButton } from '../download-button.tsx';
import { fileOfRoom } from '../room-calls.ts';
import { Request } from '../steps/consent-step.tsx';
import { DeclineForm } from '../steps/decline-form.tsx';
import { DelegateForm } from '../steps/delegate-form.tsx';
import { DocumentList } from '../steps/document-list.tsx';
import styles from '../signing-room.module.css';
import type { RoomHandle } from '../use-room.ts';
import { keepParts } from './keep-parts.ts';
import { SendBack } from './send-back.tsx';

interface Props {
  token: string;
  room: Room;
  handle: RoomHandle;
}

/**
 * The room for pages that are signed on paper. The signatory prints them, signs them by hand, and sends back photos or scans.
 */
export function PaperRoom({ token, room, handle }: Props) {
  const [choice, setChoice] = useState<'decline' | 'delegate' | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const before = useRef(choice);
  useEffect(() => {
    if (before.current !== choice) top.current?.focus();
    before.current = choice;
  }, [choice]);
  useEffect(() => void keepParts(), []);
  const back = () => setChoice(null);
  return (
    <div ref={top} tabIndex={-1} className={styles.step}>
      {choice === 'decline' && <DeclineForm room={room} handle={handle} onBack={back} />}
      {choice === 'delegate' && <DelegateForm room={room} handle={handle} onBack={back} />}
      {/* Stays mounted behind other forms, because it holds the unsent photos. */}
      <div hidden={choice !== null}>
        <h1>Pages to sign on paper</h1>
        <Request room={room} />
        <p>These pages can’t be signed on screen. Print them, sign them by hand, and send them back here.</p>
        <h2>1. Print the pages</h2>
        <Print token={token} room={room} />
        <h2>2. Sign them</h2>
        <PageList room={room} />
        <h2>3. Send them back</h2>
        <SendBack
          token={token}
          packet={room.packet}
          hasAccessCode={room.has_access_code}
          files={room.files}
          onSent={handle.load}
        />
        <div className={styles.ways}>
          <button className={styles.quiet} type="button" onClick={() => setChoice('decline')}>
            Decline to sign
          </button>
          <button className={styles.quiet} type="button" onClick={() => setChoice('delegate')}>
            This isn’t for me
          </button>
        </div>
      </div>
    </div>
  );
}

/** Lets the signatory send related pages after all pages are back. */
export function SendMore({
  token,
  room,
  files,
  handle,
}: {
  token: string;
  room: Pick<Room, 'packet' | 'has_access_code'>;
  files: SentFiles;
  handle: RoomHandle;
}) {
  return (
    <>
      <h2>Send another page</h2>
      <p>
        If something else belongs with these pages, such as a notary’s acknowledgment, you can still send it.
      </p>
      <SendBack
        token={token}
        packet={room.packet}
        hasAccessCode={room.has_access_code}
        files={files}
        onSent={handle.load}
      />
    </>
  );
}

function Print({ token, room: { packet, num_pages: count, documents } }: Pick<Props, 'token' | 'room'>) {
  return (
    <>
      <p>
        Print at full size, on one side of the paper. The codes in the corners tell us which page is which, so
        keep them clear.
      </p>
      <DownloadButton token={token} packet={packet}>
        Download {count === 1 ? '1 page' : `${count} pages`} to print
      </DownloadButton>
      {documents.some(({ has_file }) => has_file) && (
        <details>
          <summary>Read the documents</summary>
          <DocumentList documents={documents} addressOf={(id) => fileOfRoom(token, id)} />
        </details>
      )}
    </>
  );
}

const NEEDS: Record<Room['pages'][number]['needs'][number], string> = {
  notary: 'Sign in front of a notary, and send back their acknowledgment, too.',
  witness: 'Sign in front of a witness, who must sign as well.',
  original: 'The ink-signed original is needed. Keep it until you’re told where to send it.',
};

/**
 * Returns a need as a sentence.
 * @param acknowledgment the number of the notary acknowledgment page
 */
function needInWords(need: keyof typeof NEEDS, acknowledgment: number | null): string {
  if (need !== 'notary' || acknowledgment === null) return NEEDS[need];
  return `Sign in front of a notary, who will complete page ${acknowledgment}. Send that page back, too.`;
}

/** The pages to sign, with the requirements of each, and whether it is back. */
export function PageList({ room: { pages, documents } }: { room: Pick<Room, 'pages' | 'documents'> }) {
  const names = new Map(documents.map(({ uuid, name }) => [uuid, name]));
  const numBack = pages.filter((page) => page.is_back).length;
  return (
    <>
      <p role="status">
        {numBack} of {pages.length} {pages.length === 1 ? 'page' : 'pages'} received
      </p>
      <ul className={styles.documents}>
        {pages.map(({ uuid, number, document, capacities, needs, acknowledgment, is_back: isBack }) => (
          <li key={uuid}>
            <div>
              <strong>
                Page {number}
                {document !== null && names.has(document) ? `: ${names.get(document)}` : ''}
              </strong>
              {capacities.map((capacity) => (
                <div key={capacity}>{capacity}</div>
              ))}
              {needs.map((need) => (
                <div key={need} className={styles.hint}>
                  {needInWords(need, acknowledgment)}
                </div>
              ))}
            </div>
            <span>{isBack ? 'Received' : 'Missing'}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
