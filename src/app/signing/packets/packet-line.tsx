import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { isForPaper, isOut, isUnsent } from '../../../contract/rules/signing/packets/packet-status.ts';
import { formatDateTime } from '../../lib/format/dates.ts';
import { GuessedNote, HeldNote } from './packet-notes.tsx';
import { MissingEmail } from './missing-email.tsx';
import { PacketActions } from './packet-actions.tsx';
import { PacketBadge } from './packet-badge.tsx';
import { daysOut } from './packet-groups.ts';
import { PACKETS } from './packets-copy.ts';
import { UndeliveredNote } from './undelivered-note.tsx';
import { WrongPersonNote } from './packet-notes.tsx';
import styles from './packets-screen.module.css';

/** A line of the list: the packet's signatory, its status, and what to do next. */
export function PacketLine(props: ComponentProps<typeof PacketActions>) {
  const { packet, mayEdit, isOffline } = props;
  const { row, signatory, toAccept } = packet;
  const { status, warnings, declinedReason, cancelledReason, errorMessage } = row;
  const facts = [
    ...(packet.waitsFor.length === 0 ? [] : [PACKETS.waitsFor(packet.waitsFor)]),
    ...(row.numPages === null ? [] : [PACKETS.pages(row.numPages)]),
    ...(row.queued === null || packet.waitsFor.length > 0
      ? []
      : [
          row.queued.asksAgain
            ? PACKETS.queuedAgain
            : isOffline && packet.isToBeSent
              ? PACKETS.queuedOffline
              : PACKETS.queued,
        ]),
    ...(packet.isUncreated && isOffline && row.queued === null ? [PACKETS.uncreated] : []),
    ...(row.sentAt === null || isOut(status) ? [] : [PACKETS.sentAt(formatDateTime(row.sentAt))]),
    ...(row.sentAt !== null && isOut(status)
      ? [PACKETS.daysOut(daysOut(row.sentAt), formatDateTime(row.sentAt))]
      : []),
    ...(row.remindedAt === null || !isOut(status)
      ? []
      : [PACKETS.remindedAt(formatDateTime(row.remindedAt))]),
    ...(row.viewedAt === null ? [] : [PACKETS.viewedAt(formatDateTime(row.viewedAt))]),
    ...(row.completedTimestamp === null ? [] : [PACKETS.signedAt(formatDateTime(row.completedTimestamp))]),
    ...(row.hasAccessCode && (isOut(status) || isUnsent(status)) ? [PACKETS.needsCode] : []),
    ...(toAccept.length === 0 ? [] : [PACKETS.toAccept(toAccept.length)]),
  ];
  const reason = declinedReason ?? cancelledReason;
  const isReady = status === 'ready';
  return (
    <li className={styles.line}>
      <div className={styles.about}>
        <p className={styles.who}>
          <Link to={`/transaction/${row.transaction}/packets/${row.uuid}`} className={styles.name}>
            {signatory.fullName}
          </Link>
          <PacketBadge packet={packet} />
        </p>
        <p className={styles.facts}>{facts.join(' · ')}</p>
        <HeldNote packet={packet} />
        {isReady && mayEdit && !isForPaper(row) && signatory.email === '' ? (
          <MissingEmail packet={packet} />
        ) : null}
        {isReady && warnings.length > 0 ? (
          <ul className={styles.warnings}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        ) : null}
        <WrongPersonNote packet={packet} />
        <UndeliveredNote packet={packet} />
        <GuessedNote packet={packet} />
        {reason === null ? null : <p className={styles.facts}>{PACKETS.declined(reason)}</p>}
        {errorMessage === null ? null : <p className={styles.warning}>{errorMessage}</p>}
      </div>
      <div className={styles.acts}>
        {mayEdit && toAccept.length > 0 ? (
          <Link to={`/transaction/${row.transaction}/packets/${row.uuid}`} className={styles.review}>
            {PACKETS.review(toAccept.length)}
          </Link>
        ) : null}
        <PacketActions {...props} />
      </div>
    </li>
  );
}
