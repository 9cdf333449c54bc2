import { isOut, isUnsent } from '../../../contract/rules/signing/packet-status.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets.ts';
import { formatDateTime } from '../../lib/format/dates.ts';
import { Button } from '../../ui/button.tsx';
import { PACKET_STATUS, PACKETS } from './packets-copy.ts';
import styles from './packets-screen.module.css';

/** The actions on a packet. */
export interface PacketActs {
  send: (packet: ShownPacket) => void;
  remind: (packet: ShownPacket) => void;
  download: (packet: ShownPacket) => void;
  cancel: (packet: ShownPacket) => void;
  accept: (packet: ShownPacket) => void;
  reject: (packet: ShownPacket) => void;
}

interface PacketLineProps {
  packet: ShownPacket;
  acts: PacketActs;
  mayEdit: boolean;
  maySend: boolean;
  /** Whether a sent packet can be canceled in this deal. */
  mayCancelSent: boolean;
  isBusy: boolean;
}

/** A packet: its signatory, its status, and what to do next. */
export function PacketLine({ packet, acts, mayEdit, maySend, mayCancelSent, isBusy }: PacketLineProps) {
  const { row, signatory, toAccept } = packet;
  const { status, warnings, declinedReason, cancelledReason, errorMessage } = row;
  const name = signatory.fullName;
  const facts = [
    PACKET_STATUS[status],
    ...(row.numPages === null ? [] : [PACKETS.pages(row.numPages)]),
    ...(row.sentAt === null ? [] : [PACKETS.sentAt(formatDateTime(row.sentAt))]),
    ...(row.viewedAt === null ? [] : [PACKETS.viewedAt(formatDateTime(row.viewedAt))]),
    ...(row.completedTimestamp === null ? [] : [PACKETS.signedAt(formatDateTime(row.completedTimestamp))]),
    ...(toAccept.length === 0 ? [] : [PACKETS.toAccept(toAccept.length)]),
  ];
  const reason = declinedReason ?? cancelledReason;
  const isReady = status === 'ready';
  return (
    <li className={styles.line}>
      <div>
        <strong>{name}</strong>
        <p className={styles.facts}>{facts.join(' · ')}</p>
        {isReady && signatory.email === '' ? <p className={styles.warning}>{PACKETS.noEmail}</p> : null}
        {isReady && warnings.length > 0 ? (
          <ul className={styles.warnings}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        ) : null}
        {reason === null ? null : <p className={styles.facts}>{PACKETS.declined(reason)}</p>}
        {errorMessage === null ? null : <p className={styles.warning}>{errorMessage}</p>}
      </div>
      <div className={styles.acts}>
        {row.latestDocument === null ? null : (
          <Button
            disabled={isBusy}
            aria-label={PACKETS.downloadWhose(name)}
            onClick={() => acts.download(packet)}
          >
            {PACKETS.download}
          </Button>
        )}
        {mayEdit && isReady ? (
          <Button
            look="primary"
            disabled={isBusy || !maySend || signatory.email === ''}
            aria-label={PACKETS.sendTo(name)}
            onClick={() => acts.send(packet)}
          >
            {PACKETS.sendOne}
          </Button>
        ) : null}
        {mayEdit && isOut(status) ? (
          <Button disabled={isBusy} aria-label={PACKETS.remindWhom(name)} onClick={() => acts.remind(packet)}>
            {PACKETS.remind}
          </Button>
        ) : null}
        {mayEdit && toAccept.length > 0 ? (
          <>
            <Button
              look="primary"
              disabled={isBusy}
              aria-label={PACKETS.acceptWhose(name)}
              onClick={() => acts.accept(packet)}
            >
              {PACKETS.accept}
            </Button>
            <Button
              disabled={isBusy}
              aria-label={PACKETS.rejectWhose(name)}
              onClick={() => acts.reject(packet)}
            >
              {PACKETS.reject}
            </Button>
          </>
        ) : null}
        {mayEdit && (isUnsent(status) || (isOut(status) && mayCancelSent)) ? (
          <Button
            disabled={isBusy}
            aria-label={PACKETS.cancelWhose(name)}
            onClick={() => acts.cancel(packet)}
          >
            {PACKETS.cancel}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
