import {
  isAstray,
  isForPaper,
  isOut,
  isUnsent,
} from '../../../contract/rules/signing/packets/packet-status.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';
import { Button } from '../../ui/button.tsx';
import { PACKETS } from './packets-copy.ts';

/** The actions on a packet. */
export interface PacketActs {
  send: (packet: ShownPacket) => void;
  remind: (packet: ShownPacket) => void;
  download: (packet: ShownPacket) => void;
  cancel: (packet: ShownPacket) => void;
  createAgain: (packet: ShownPacket) => void;
  /** Removes a packet from the packets that will be sent automatically. */
  unqueue: (packet: ShownPacket) => void;
}

interface PacketActionsProps {
  packet: ShownPacket;
  acts: PacketActs;
  mayEdit: boolean;
  maySend: boolean;
  /** Whether a sent packet can be canceled in this deal. */
  mayCancelSent: boolean;
  /** Whether actions are disabled: a call is running, or there is no network. */
  isOff: boolean;
  /** Whether there is no network. Packets can still be sent: they go out later. */
  isOffline: boolean;
  /** Whether a problem must be fixed before the packet can be sent. */
  isBlocked?: boolean;
}

const SEND = { label: PACKETS.sendOne, whom: PACKETS.sendTo };
const SEND_NOW = { label: PACKETS.sendNow, whom: PACKETS.sendNowTo };
const SEND_PAPER = { label: PACKETS.sendPaper, whom: PACKETS.sendPaperTo };

/** The buttons of a packet. Without an email address, there is no button to send it. */
export function PacketActions({
  packet,
  acts,
  mayEdit,
  maySend,
  mayCancelSent,
  isOff,
  isOffline,
  isBlocked = false,
}: PacketActionsProps) {
  const { row, signatory } = packet;
  const { status, queued } = row;
  const name = signatory.fullName;
  // The signatory said that the packet isn't for them.
  const isReturned = Boolean(row.wrongPerson);
  const { sentTo, guessedAt } = row;
  const mailProblem = row.mailProblem ?? row.serviceProblem;
  const isUnopened = row.hasAccessCode && row.viewedAt === null;
  const isLost = isAstray({
    status,
    isWrongPerson: isReturned,
    mailProblem,
    sentTo,
    email: signatory.email,
    isUnopened,
    guessedAt,
  });
  const isOnPaper = isForPaper(row);
  const canBeSent = status === 'ready' && signatory.email !== '' && !isBlocked;
  const canBeQueued =
    isOffline &&
    !isOnPaper &&
    (canBeSent || (status === 'generating' && signatory.email !== '' && !row.needsPaper)) &&
    queued === null;
  const send = isOnPaper ? SEND_PAPER : queued === null ? SEND : SEND_NOW;
  return (
    <>
      {mayEdit && packet.isToBeSent ? (
        <Button aria-label={PACKETS.unqueueWhose(name)} onClick={() => acts.unqueue(packet)}>
          {PACKETS.unqueue}
        </Button>
      ) : null}
      {mayEdit && maySend && !packet.isToBeSent && (canBeSent || canBeQueued) ? (
        <Button
          look={queued === null && !isOnPaper ? 'primary' : 'secondary'}
          disabled={isOff && !canBeQueued}
          aria-label={send.whom(name)}
          onClick={() => acts.send(packet)}
        >
          {send.label}
        </Button>
      ) : null}
      {mayEdit && maySend && isOut(status) && packet.mayEndAndRemind ? (
        <Button
          disabled={isOff}
          aria-label={isReturned ? PACKETS.askWhomAgain(name) : PACKETS.remindWhom(name)}
          onClick={() => acts.remind(packet)}
        >
          {isReturned ? PACKETS.askAgain : PACKETS.remind}
        </Button>
      ) : null}
      {mayEdit &&
      (status === 'ready' || status === 'failed') &&
      packet.signers.length > 0 &&
      !packet.isToBeSent ? (
        <Button aria-label={PACKETS.createWhoseAgain(name)} onClick={() => acts.createAgain(packet)}>
          {PACKETS.createAgain}
        </Button>
      ) : null}
      {row.latestDocument === null ? null : (
        <Button
          look={isOnPaper ? 'primary' : 'secondary'}
          disabled={isOff}
          aria-label={PACKETS.downloadWhose(name)}
          onClick={() => acts.download(packet)}
        >
          {PACKETS.download}
        </Button>
      )}
      {mayEdit &&
      (isUnsent(status) || (isOut(status) && packet.mayEndAndRemind && (mayCancelSent || isLost))) ? (
        <Button disabled={isOff} aria-label={PACKETS.cancelWhose(name)} onClick={() => acts.cancel(packet)}>
          {PACKETS.cancel}
        </Button>
      ) : null}
    </>
  );
}
