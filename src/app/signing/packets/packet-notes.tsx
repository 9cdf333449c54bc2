import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';
import { PACKETS } from './packets-copy.ts';
import styles from './packets-screen.module.css';
import { isGuessed, isOut } from '../../../contract/rules/signing/packets/packet-status.ts';

/** Says why a packet wasn't sent automatically. Shown until someone sends it. */
export function HeldNote({ packet: { row } }: { packet: Pick<ShownPacket, 'row'> }) {
  const { status, queued, heldReason } = row;
  if (status !== 'ready' || queued !== null || !heldReason) return null;
  return <p className={styles.warning}>{PACKETS.held(heldReason)}</p>;
}

/** Warns that someone other than the signatory may have the packet's link, and says what to do. */
export function GuessedNote({ packet: { row, signatory } }: { packet: ShownPacket }) {
  if (!isGuessed(row)) return null;
  return <p className={styles.warning}>{PACKETS.guessed(signatory.fullName)}</p>;
}

/** Shows the reply of a signatory who isn't the right person for a packet, and says what to do. */
export function WrongPersonNote({ packet: { row, signatory, mayEndAndRemind } }: { packet: ShownPacket }) {
  const { status, wrongPerson } = row;
  if (!wrongPerson || !isOut(status)) return null;
  const { name, email, note } = wrongPerson;
  const who = name !== '' && email !== '' ? `${name} (${email})` : `${name}${email}`;
  return (
    <div className={styles.wrongPerson}>
      <p className={styles.warning}>{PACKETS.notForThem(signatory.fullName)}</p>
      {who === '' ? null : <p className={styles.facts}>{PACKETS.shouldSign(who)}</p>}
      {note === '' ? null : <p className={styles.facts}>{PACKETS.note(note)}</p>}
      {mayEndAndRemind ? <p className={styles.facts}>{PACKETS.whatNext(signatory.fullName)}</p> : null}
    </div>
  );
}
