import { useEffect, useRef, useState } from 'react';
import type { OpenRoom, SigningRoom as Room } from '../contract/entities/signing/signing-room.ts';
import { ConsentStep } from './steps/consent-step.tsx';
import { Later } from './later.tsx';
import { LockedRoom } from './rooms/locked-room.tsx';
import { isSigned, pagesToSign } from './store/merge-room.ts';
import { PagesStep } from './steps/pages-step.tsx';
import styles from './signing-room.module.css';
import { SignatureStep } from './steps/signature-step.tsx';
import { useRoom, type RoomHandle } from './use-room.ts';

/** The page where a signatory reads and signs their packet. Only the link is needed to open it. */
export function SigningRoom({ token }: { token: string }) {
  const handle = useRoom(token);
  const { room, problem, isBusy, isOffline, keptAt, draft, load } = handle;
  const hasUnsent = draft.pending.length > 0 || draft.finishedAt !== null;
  const unsent = hasUnsent && ' What you signed is kept on this device and hasn’t been sent yet.';
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <strong>Counterpart</strong>
        {room !== null && 'deal' in room && <span>{room.sender.organization}</span>}
      </header>
      <main className={styles.main}>
        {room === null && problem === null && <p role="status">Loading your documents…</p>}
        {room === null && problem !== null && (
          <>
            <h1>This link couldn’t be opened</h1>
            <p role="alert">
              {problem}
              {unsent}
            </p>
            <button className={styles.button} type="button" disabled={isBusy} onClick={() => void load()}>
              Try again
            </button>
          </>
        )}
        {room !== null && keptAt !== null && (
          <p className={styles.notice} role="status">
            You’re offline, so you see the packet as it was on {inWords(keptAt)}. You can keep going: what you{' '}
            {room.state === 'paper' ? 'photograph or choose' : 'fill in and sign'} is kept on this device and
            sent when you’re back online.
          </p>
        )}
        {room !== null && <RoomContent token={token} room={room} handle={handle} />}
        {room !== null &&
          room.state !== 'new_device' &&
          problem !== null &&
          (keptAt === null || !isOffline) && (
            <p className={styles.problem} role="alert">
              {isOffline && hasUnsent ? (
                'We can’t reach the server. What you signed is kept on this device and will be sent when you’re back online, so keep this page open.'
              ) : (
                <>
                  {problem}
                  {unsent}
                </>
              )}
            </p>
          )}
      </main>
    </div>
  );
}

/** The content of a room, depending on its state. */
export function RoomContent({ token, room, handle }: { token: string; room: Room; handle: RoomHandle }) {
  switch (room.state) {
    case 'open':
      return <OpenSteps token={token} room={room} handle={handle} />;
    case 'paper':
      return <Later load={loadPaper} props={{ token, room, handle }} />;
    case 'elsewhere':
      return <Later load={loadElsewhere} props={{ token, room, handle }} />;
    case 'locked':
      return <LockedRoom room={room} handle={handle} />;
    case 'new_device':
      return <Later load={loadNewDevice} props={{ room, handle }} />;
    case 'witness':
      return <Later load={loadWitness} props={{ room, handle }} />;
    case 'completed':
    case 'declined':
    case 'cancelled':
    case 'expired':
    case 'replaced':
    case 'superseded':
    case 'void':
    case 'wrong_person':
    case 'witnessed':
    case 'witness_ended':
      return (
        <>
          <Later load={loadEnded} props={{ token, room, unreceived: handle.unreceived }} />
          {room.state === 'completed' && room.files && (
            <Later load={loadSendMore} props={{ token, room, files: room.files, handle }} />
          )}
        </>
      );
    default:
      // The server was updated after this page was opened, and has sent a state that the page doesn’t know.
      return (
        <>
          <h1>This page is out of date</h1>
          <p role="alert">Reload it to continue. What you entered and signed on this device is kept.</p>
          <button className={styles.button} type="button" onClick={() => window.location.reload()}>
            Reload the page
          </button>
        </>
      );
  }
}

const loadEnded = async () => (await import('./rooms/ended-room.tsx')).EndedRoom;
const loadDecline = async () => (await import('./steps/decline-form.tsx')).DeclineForm;
const loadDelegate = async () => (await import('./steps/delegate-form.tsx')).DelegateForm;
const loadPaper = async () => (await import('./paper/paper-room.tsx')).PaperRoom;
const loadSendMore = async () => (await import('./paper/paper-room.tsx')).SendMore;
const loadElsewhere = async () => (await import('./rooms/elsewhere-room.tsx')).ElsewhereRoom;
const loadWitness = async () => (await import('./witness/witness-room.tsx')).WitnessRoom;
const loadNewDevice = async () => (await import('./rooms/new-device-room.tsx')).NewDeviceRoom;

function inWords(at: string): string {
  return new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
}

type Step = 'consent' | 'signature' | 'pages' | 'decline' | 'delegate';
type Choice = 'signature' | 'decline' | 'delegate';

function OpenSteps({ token, room, handle }: { token: string; room: OpenRoom; handle: RoomHandle }) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const step = stepOf(room, choice);
  const heading = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) heading.current?.focus();
    before.current = step;
  }, [step]);
  // So that the other forms and the last page are there if the network is lost.
  useEffect(() => {
    for (const load of [loadDecline, loadDelegate, loadEnded]) load().catch(() => undefined);
  }, []);
  const back = () => setChoice(null);
  return (
    <div ref={heading} tabIndex={-1} className={styles.step}>
      {step === 'consent' && <ConsentStep token={token} room={room} handle={handle} />}
      {step === 'signature' && <SignatureStep room={room} handle={handle} onDone={back} />}
      {step === 'pages' && (
        <PagesStep
          token={token}
          room={room}
          handle={handle}
          onChangeSignature={() => setChoice('signature')}
        />
      )}
      {step === 'decline' && (
        <Later load={loadDecline} props={{ room, handle, onBack: back }} onBack={back} />
      )}
      {step === 'delegate' && (
        <Later load={loadDelegate} props={{ room, handle, onBack: back }} onBack={back} />
      )}
      {step !== 'decline' && step !== 'delegate' && (
        <div className={styles.ways}>
          <button className={styles.quiet} type="button" onClick={() => setChoice('decline')}>
            Decline to sign
          </button>
          {!pagesToSign(room).some((page) => isSigned(page, handle.draft.pending)) && (
            <button className={styles.quiet} type="button" onClick={() => setChoice('delegate')}>
              This isn’t for me
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function stepOf(room: OpenRoom, choice: Choice | null): Step {
  if (choice === 'decline' || choice === 'delegate') return choice;
  if (room.consented_at === null) return 'consent';
  return room.adopted === null || choice === 'signature' ? 'signature' : 'pages';
}
