import { useEffect, useState } from 'react';
import type { OpenRoom, RoomPage } from '../../contract/entities/signing/signing-room.ts';
import { askForWitnessCode, type WitnessAct, type WitnessCode } from '../room-calls.ts';
import { NO_WITNESS } from '../store/room-draft.ts';
import { Choice } from '../steps/signature-step.tsx';
import styles from '../signing-room.module.css';
import type { RoomHandle } from '../use-room.ts';
import { WitnessForm } from './witness-form.tsx';

/** How often the room polls whether a witness has signed on their own device, ms. */
const ASK_AGAIN = 5000;

/** The step after the signatory's own signatures: the witness signs on this device, or on their own device with a code. */
export function WitnessStep({
  token,
  room,
  handle,
  waiting,
}: {
  token: string;
  room: OpenRoom;
  handle: RoomHandle;
  /** The signed pages that nobody has witnessed yet. The server has them. */
  waiting: readonly RoomPage[];
}) {
  const [isOwnDevice, setOwnDevice] = useState(false);
  const { draft, editDraft, act, isBusy } = handle;
  const names = [...new Set(waiting.map((page) => nameOf(page, room)))].join(', ');
  const pages = waiting.flatMap(({ uuid, witness }) =>
    witness?.sha256 ? [{ uuid, sha256: witness.sha256 }] : [],
  );
  const witness = async (body: WitnessAct) => {
    // Delete the witness's details from this device, because they are another person's.
    if (await act({ name: 'witness', body })) editDraft({ witness: NO_WITNESS });
  };
  return (
    <section aria-labelledby="witness-title">
      <h2 id="witness-title">Your witness signs next</h2>
      <p>
        A witness has to sign {names}: someone who was physically present when you signed and isn’t a party.
        Let them read the page above.
      </p>
      <fieldset className={styles.choices}>
        <legend>Where will your witness sign?</legend>
        <div className={styles.ways}>
          <Choice
            group="witness-device"
            label="On this device"
            isChosen={!isOwnDevice}
            onChoose={() => setOwnDevice(false)}
          />
          <Choice
            group="witness-device"
            label="On their own device"
            isChosen={isOwnDevice}
            onChoose={() => setOwnDevice(true)}
          />
        </div>
      </fieldset>
      {isOwnDevice ? (
        <CodeForWitness token={token} handle={handle} />
      ) : (
        <WitnessForm
          signer={room.signer}
          pages={pages}
          draft={draft.witness}
          isBusy={isBusy}
          onEdit={(edit) => editDraft({ witness: { ...draft.witness, ...edit } })}
          onSign={(body) => void witness(body)}
        />
      )}
    </section>
  );
}

function nameOf({ number, document }: RoomPage, { documents }: OpenRoom): string {
  const found = documents.find(({ uuid }) => uuid === document);
  return found ? `“${found.name}”` : `Page ${number}`;
}

/** A code that opens the signed pages on the witness's own device. */
function CodeForWitness({ token, handle: { load } }: { token: string; handle: RoomHandle }) {
  const [made, setMade] = useState<WitnessCode | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (made === null) return undefined;
    const timer = setInterval(() => void load(), ASK_AGAIN);
    return () => clearInterval(timer);
  }, [made, load]);
  const ask = async () => {
    setAsking(true);
    const answer = await askForWitnessCode(token);
    setAsking(false);
    setProblem('problem' in answer ? answer.problem : null);
    if ('code' in answer) setMade(answer);
  };
  return (
    <>
      <p>
        Show your witness the code while you’re together. They can scan it with their own device, or enter it
        there at <strong>{window.location.host}/sign/witness</strong>.
      </p>
      {made !== null && (
        <div role="status">
          <div className={styles.codes}>
            {made.qr !== null && (
              <img
                src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(made.qr)}`}
                alt="QR code for your witness"
                width={200}
                height={200}
              />
            )}
            <p className={styles.code}>
              {made.code.slice(0, 4)} {made.code.slice(4)}
            </p>
          </div>
          <p className={styles.hint}>
            The code works once, until{' '}
            {new Date(made.expiresAt).toLocaleTimeString('en-US', { timeStyle: 'short' })}. This page
            continues when your witness has signed.
          </p>
        </div>
      )}
      <button
        className={made === null ? styles.button : styles.quiet}
        type="button"
        disabled={isAsking}
        onClick={() => void ask()}
      >
        {made === null ? 'Show a code' : 'Show a new code'}
      </button>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
