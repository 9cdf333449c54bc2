import { isOut, isSentElsewhere } from '../../../contract/rules/signing/packets/packet-status.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';
import { PACKETS } from './packets-copy.ts';
import styles from './packets-screen.module.css';

/**
 * Says why the email with the packet's link hasn't reached its signatory, or that the packet is stuck at DocuSign or can still
 * be signed there, and what to do.
 */
export function UndeliveredNote({ packet: { row, signatory, mayEndAndRemind } }: { packet: ShownPacket }) {
  const { status, mailProblem, serviceProblem, sentTo } = row;
  if (!isOut(status))
    return serviceProblem ? (
      <div className={styles.wrongPerson}>
        <p className={styles.warning}>{PACKETS.openThere(serviceProblem)}</p>
      </div>
    ) : null;
  if (serviceProblem)
    return (
      <div className={styles.wrongPerson}>
        <p className={styles.warning}>{PACKETS.heldUp(serviceProblem)}</p>
        <p className={styles.facts}>{PACKETS.keepsTrying}</p>
      </div>
    );
  const { fullName: name, email } = signatory;
  const elsewhere = isSentElsewhere(sentTo, email) ? sentTo : null;
  if (!mailProblem && elsewhere === null) return null;
  return (
    <div className={styles.wrongPerson}>
      {mailProblem ? <p className={styles.warning}>{PACKETS.undelivered(name, mailProblem)}</p> : null}
      {elsewhere === null ? null : (
        <p className={styles.warning}>{PACKETS.sentElsewhere(elsewhere, email)}</p>
      )}
      {mayEndAndRemind ? (
        <p className={styles.facts}>{elsewhere === null ? PACKETS.checkAddress : PACKETS.sendToNew(name)}</p>
      ) : null}
    </div>
  );
}
