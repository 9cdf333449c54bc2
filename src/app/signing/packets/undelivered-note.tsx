import { isOut } from '../../../contract/rules/signing/packet-status.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets.ts';
import { PACKETS } from './packets-copy.ts';
import styles from './packets-screen.module.css';

/** Why the email with a packet's link couldn't be delivered, and what to do about it. */
export function UndeliveredNote({ packet: { row, signatory } }: { packet: ShownPacket }) {
  const { status, mailProblem } = row;
  if (!mailProblem || !isOut(status)) return null;
  return (
    <div className={styles.wrongPerson}>
      <p className={styles.warning}>{PACKETS.undelivered(signatory.fullName, mailProblem)}</p>
      <p className={styles.facts}>{PACKETS.checkAddress}</p>
    </div>
  );
}
