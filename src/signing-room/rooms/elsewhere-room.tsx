import { useEffect, useState } from 'react';
import type { ElsewhereRoom as Room } from '../../contract/entities/signing/signing-room.ts';
import { ActButton } from '../act-button.tsx';
import { Request } from '../steps/consent-step.tsx';
import { DelegateForm } from '../steps/delegate-form.tsx';
import { DocumentList } from '../steps/document-list.tsx';
import { outcomeOfVisit, rememberLink } from './elsewhere-link.ts';
import { addressElsewhere, fileOfRoom } from '../room-calls.ts';
import styles from '../signing-room.module.css';
import type { RoomHandle } from '../use-room.ts';

interface Props {
  token: string;
  room: Room;
  handle: RoomHandle;
}

/** The outcomes that DocuSign will also report to the server. */
const DONE: ReadonlySet<string> = new Set(['signing_complete', 'decline']);

/** How often, in ms, and how many times the page polls whether the server knows the outcome. */
const RETRY = 4000;
const RETRIES = 30;

/** Sends a signatory to DocuSign to sign, and waits for the outcome after they return. */
export function ElsewhereRoom(props: Props) {
  const [isDelegating, setDelegating] = useState(false);
  const [isOverdue, setOverdue] = useState(false);
  const event = outcomeOfVisit() ?? '';
  if (isDelegating)
    return <DelegateForm room={props.room} handle={props.handle} onBack={() => setDelegating(false)} />;
  if (DONE.has(event) && !isOverdue)
    return <Returned {...props} hasSigned={event === 'signing_complete'} onOverdue={setOverdue} />;
  return <Invitation {...props} isOverdue={isOverdue} onDelegate={() => setDelegating(true)} />;
}

function Invitation({
  token,
  room,
  handle: { isBusy },
  isOverdue,
  onDelegate,
}: Props & { isOverdue: boolean; onDelegate: () => void }) {
  const [isLeaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const leave = async () => {
    setLeaving(true);
    setProblem(null);
    const found = await addressElsewhere(token);
    if ('address' in found) {
      rememberLink(token);
      window.location.assign(found.address);
    } else {
      setProblem(found.problem);
      setLeaving(false);
    }
  };
  return (
    <>
      <h1>Documents for you to sign</h1>
      {isOverdue && (
        <p role="status">
          We haven’t heard from DocuSign yet. If you’re done there, you can close this page; otherwise, open
          DocuSign again.
        </p>
      )}
      <Request room={room} />
      <DocumentList documents={room.documents} addressOf={(id) => fileOfRoom(token, id)} />
      <p>You’ll sign in DocuSign and come back here afterward. You don’t need a DocuSign account.</p>
      <ActButton disabled={isLeaving || isBusy} onClick={() => void leave()}>
        Sign in DocuSign
      </ActButton>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.ways}>
        <button className={styles.quiet} type="button" onClick={onDelegate}>
          This isn’t for me
        </button>
      </div>
    </>
  );
}

function Returned({
  room,
  handle: { load },
  hasSigned,
  onOverdue,
}: Props & { hasSigned: boolean; onOverdue: (isOverdue: true) => void }) {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (asked >= RETRIES) onOverdue(true);
      else {
        void load();
        setAsked(asked + 1);
      }
    }, RETRY);
    return () => clearTimeout(timer);
  }, [asked, load, onOverdue]);
  const { organization } = room.sender;
  return (
    <>
      <h1>{hasSigned ? 'Thank you for signing' : 'You declined to sign'}</h1>
      <p role="status">
        {hasSigned
          ? `DocuSign is sending your signed pages to ${organization}. Your copy will be here in a few minutes. You can also open this link again later to download it.`
          : `DocuSign is notifying ${organization}. You can close this page.`}
      </p>
    </>
  );
}
