import { isOut } from '../../../contract/rules/signing/packets/packet-status.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';
import { PACKETS } from './packets-copy.ts';
import styles from './packets-screen.module.css';

/** What a signatory said who isn't the right person for a packet, and what to do about it. */
export function WrongPersonNote({ packet: { row, signatory } }: { packet: ShownPacket }) {
  const { status, wrongPerson } = row;
  if (!wrongPerson || !isOut(status)) return null;
  const { name, email, note } = wrongPerson;
  const who = name !== '' && email !== '' ? `${name} (${email})` : `${name}${email}`;
  return (
    <div className={styles.wrongPerson}>
      <p className={styles.warning}>{PACKETS.notForThem(signatory.fullName)}</p>
      {who === '' ? null : <p className={styles.facts}>{PACKETS.shouldSign(who)}</p>}
      {note === '' ? null : <p className={styles.facts}>{PACKETS.note(note)}</p>}
      <p className={styles.facts}>{PACKETS.whatNext(signatory.fullName)}</p>
    </div>
  );
}
