import { useCallback, useId, useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { accessCodeProblem } from '../../../contract/rules/signing/signatories/access-code.ts';
import { sendPackets, type PacketAnswer } from '../../../db/commands/signing/packets/packet-calls.ts';
import { queuePackets } from '../../../db/commands/signing/packets/send-packets.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';
import { runCommand as startCommand } from '../../lib/commands/run-command.ts';
import { isoDay } from '../../lib/format/dates.ts';
import { useOnlineCall } from '../../lib/commands/use-online-call.ts';
import { useReachable } from '../../lib/device/connectivity.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
import { FormField, TextAreaField } from '../../ui/form/form-field.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { PACKETS, SENDING } from '../packets/packets-copy.ts';
import { MERGE } from '../signatories/merge-copy.ts';
import { MergeNote } from '../signatories/merge-note.tsx';
import { DevicePreflightPacket } from './device-preflight-packet.tsx';
import { listedTwice } from './listed-twice.ts';
import { PreflightPacket } from './preflight-packet.tsx';
import { SigningOrder } from './signing-order.tsx';
import { arrange, type Rounds } from './signing-rounds.ts';
import { useDevicePreflight } from './use-device-preflight.ts';
import target from '../../ui/touch-target.module.css';
import styles from '../packets/packets-screen.module.css';

/**
 * Sends packets. It shows each page with its problems, and asks which packets to send, in which order, and with which message.
 * It stays open, with what was entered, until they are sent. Without a network, the device checks the packets, and they are
 * sent later.
 */
export function SendDialog({
  transaction,
  packets,
  leftOut,
  onClose,
}: {
  packets: readonly ShownPacket[];
  transaction: string;
  /** The signatories whose packets are ready but can’t be sent without an email address. */
  leftOut: readonly string[];
  onClose: () => void;
}) {
  /** What the user has entered. Other fields show what was chosen when the packet was queued. */
  const [entered, setEntered] = useState<{ message?: string; expiresOn?: string }>({});
  const [asksForCode, setAsksForCode] = useState(false);
  const [code, setCode] = useState('');
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
  /** The server's answer about each packet. */
  const [answers, setAnswers] = useState<ReadonlyMap<string, PacketAnswer>>(() => new Map());
  const note = useCallback((packet: string, answer: PacketAnswer) => {
    setAnswers((before) => new Map(before).set(packet, answer));
  }, []);
  /** The packets that the user leaves out. */
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set());
  /** The signing order, as far as the user has chosen it; null = everyone signs at the same time. */
  const [rounds, setRounds] = useState<Rounds | null>(null);
  const detailOf = ({ row }: ShownPacket) => {
    const answer = answers.get(row.uuid);
    return answer?.outcome === 'done' ? answer.detail : null;
  };
  const { pending, problem, runCommand } = useOnlineCall();
  const isReachable = useReachable();
  /** The packets are queued, because the server can't be reached or hasn't created them yet. */
  const isQueuing = !isReachable || packets.some(({ row }) => row.status === 'generating');
  const onDevice = useDevicePreflight(
    transaction,
    isQueuing ? packets.map(({ row }) => row.uuid) : NO_PACKETS,
  );
  const isBlocked = (packet: ShownPacket) => {
    const checked = isQueuing ? onDevice.packets.get(packet.row.uuid) : detailOf(packet);
    return (checked?.problems.length ?? 0) > 0;
  };
  const sendable = packets.flatMap((packet) =>
    isBlocked(packet) || left.has(packet.row.uuid) ? [] : packet.row.uuid,
  );
  const numBlocked = packets.filter(isBlocked).length;
  const order = rounds === null || sendable.length < 2 ? null : arrange(rounds, sendable);
  const only = packets.length === 1 ? packets[0] : undefined;
  const waitsFor = only?.waitsFor ?? [];
  const kept = only ? detailOf(only) : null;
  const message = entered.message ?? kept?.message ?? '';
  const expiresOn = entered.expiresOn ?? dayFromToday(kept?.expiresOn ?? '');
  const isChecked = isQueuing ? onDevice.isDone : answers.size === packets.length;
  // Only the server has the message and the last day of a queued packet.
  const isUnknown = isChecked && only !== undefined && only.row.queued !== null && kept === null;
  const withCode = packets.filter(({ row }) => row.hasAccessCode);
  const choose = (packet: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(packet);
    else next.add(packet);
    setLeft(next);
  };
  const names = new Map(packets.map((packet) => [packet.row.uuid, nameOf(packet)]));
  const db = useMirror();
  const act = useCarryOutAct();
  const form = useId();
  const queue = () => {
    const chosen = packets.filter(({ row }) => sendable.includes(row.uuid));
    const plans = chosen.map(({ row, signatory }) => ({
      uuid: row.uuid,
      to: signatory.fullName,
      sending: {
        message: message.trim(),
        expiresOn: expiresOn === '' ? null : expiresOn,
        after: [...(order?.[order.findIndex((round) => round.includes(row.uuid)) - 1] ?? [])],
        seen: {
          version: onDevice.packets.get(row.uuid)?.version ?? 0,
          assignments: row.assignments,
          warnings: onDevice.packets.get(row.uuid)?.warnings ?? [],
        },
      },
    }));
    const label = PACKETS.send(plans.length);
    act(label, queuePackets(db, transaction, plans), SENDING.queued(plans.length));
    onClose();
  };
  const send = async () => {
    const signingOrder = order !== null && order.length > 1 ? order : null;
    const sending = {
      message: message.trim(),
      accessCode: asksForCode ? code : '',
      expiresOn,
      signingOrder,
    };
    if (await runCommand(sendPackets(sendable, sending))) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const invalidCode = asksForCode ? accessCodeProblem(code) : null;
    setCodeProblem(invalidCode);
    if (invalidCode !== null) return;
    if (isQueuing) queue();
    else startCommand(send());
  };
  return (
    <ModalDialog
      wide
      title={SENDING.title(packets.length)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{SENDING.cancel}</Button>
          <Button
            type="submit"
            form={form}
            look="primary"
            disabled={
              pending || sendable.length === 0 || !isChecked || isUnknown || (isQueuing && asksForCode)
            }
          >
            {isQueuing && !isReachable ? SENDING.sendLater(sendable.length) : PACKETS.send(sendable.length)}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.dialog} onSubmit={submit}>
        <p>{leadOf(packets)}</p>
        {waitsFor.length > 0 ? <p className={styles.warning}>{SENDING.waits(waitsFor)}</p> : null}
        {leftOut.length > 0 ? (
          <p className={styles.warning}>{SENDING.withoutEmail(leftOut.join(', '))}</p>
        ) : null}
        {listedTwice(packets.filter(({ row }) => sendable.includes(row.uuid))).map((people) => (
          <MergeNote
            key={people[0]?.uuid}
            transaction={transaction}
            people={people}
            lead={SENDING.ownLinks(
              MERGE.listed(
                people.map(({ fullName }) => fullName),
                people[0]?.email ?? '',
              ),
            )}
            done={SENDING.merged}
            onMerged={onClose}
          >
            <Link
              to={`/transaction/${transaction}/signatories?signatory=${people[1]?.uuid ?? ''}`}
              className={target.reach}
              target="_blank"
            >
              {SENDING.openSignatories}
            </Link>
          </MergeNote>
        ))}
        {numBlocked > 0 ? <p className={styles.warning}>{SENDING.blocked(numBlocked)}</p> : null}
        {isReachable ? null : (
          <Callout tone="info" role="status">
            {SENDING.offline}
          </Callout>
        )}
        {problem === null ? null : (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
        {isUnknown ? <p className={styles.warning}>{SENDING.notLoaded}</p> : null}
        <TextAreaField
          label={SENDING.message}
          value={message}
          maxLength={2000}
          onChange={(event) => setEntered({ ...entered, message: event.currentTarget.value })}
        />
        <div>
          <FormField
            label={SENDING.expiresOn}
            type="date"
            value={expiresOn}
            min={isoDay()}
            onChange={(event) => setEntered({ ...entered, expiresOn: event.currentTarget.value })}
          />
          <p className={styles.facts}>{SENDING.expiryHint}</p>
        </div>
        {withCode.length === 0 ? null : (
          <p className={styles.facts}>
            {only ? SENDING.hasCode : SENDING.haveCode(withCode.map(({ signatory }) => signatory.fullName))}
          </p>
        )}
        <CheckboxField
          checked={asksForCode}
          disabled={isQueuing && !asksForCode}
          onChange={(event) => setAsksForCode(event.currentTarget.checked)}
        >
          {withCode.length === packets.length ? SENDING.changesCode : SENDING.asksForCode}
        </CheckboxField>
        {isQueuing ? <p className={styles.facts}>{SENDING.codeNeedsNetwork}</p> : null}
        {asksForCode ? (
          <div>
            <FormField
              label={SENDING.code}
              value={code}
              autoComplete="off"
              maxLength={100}
              problem={codeProblem}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <p className={styles.facts}>{SENDING.codeHint}</p>
          </div>
        ) : null}
        {sendable.length > 1 ? (
          <div className={styles.inOrder}>
            <CheckboxField
              checked={rounds !== null}
              onChange={(event) => setRounds(event.currentTarget.checked ? [sendable] : null)}
            >
              {SENDING.inOrder}
            </CheckboxField>
            {order === null ? null : (
              <>
                <p className={styles.facts}>{SENDING.inOrderHint}</p>
                <SigningOrder rounds={order} names={names} onChange={setRounds} />
              </>
            )}
          </div>
        ) : null}
        <ul className={styles.preflight}>
          {packets.map((packet) => {
            const { uuid } = packet.row;
            const choice =
              packets.length > 1
                ? {
                    isChosen: sendable.includes(uuid),
                    choose: (isChosen: boolean) => choose(uuid, isChosen),
                  }
                : null;
            return isQueuing ? (
              <DevicePreflightPacket
                key={uuid}
                packet={packet}
                checked={onDevice.packets.get(uuid)}
                fonts={onDevice.fonts}
                choice={choice}
              />
            ) : (
              <PreflightPacket key={uuid} packet={packet} onChecked={note} choice={choice} />
            );
          })}
        </ul>
      </form>
    </ModalDialog>
  );
}

const NO_PACKETS: readonly string[] = [];

/** Returns the sentence that says what the signatories will receive. */
function leadOf(packets: readonly ShownPacket[]): string {
  const onPaper = packets.filter(({ row }) => row.needsPaper).length;
  if (onPaper === 0) return SENDING.lead;
  return onPaper === packets.length ? SENDING.leadOnPaper : SENDING.leadPartlyOnPaper;
}

/** Names a packet by its signatory, and distinguishes a person's two packets if one is for paper. */
function nameOf({ row, signatory: { fullName } }: ShownPacket): string {
  return row.needsPaper ? SENDING.onPaper(fullName) : fullName;
}

/** Returns a last day, or '' if it has passed. Without one, the link works for 60 days. */
function dayFromToday(day: string): string {
  return day >= isoDay() ? day : '';
}
