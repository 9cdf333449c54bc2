import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import Mails from 'lucide-react/icons/mails';
import {
  createPacketAgain,
  createPackets,
  type PacketChoices,
} from '../../../db/commands/signing/packets/create-packets.ts';
import { cancelPacket, downloadPacket } from '../../../db/commands/signing/packets/packet-calls.ts';
import { unqueuePacket } from '../../../db/commands/signing/packets/send-packets.ts';
import type { OnlineCall } from '../../../db/commands/account/online-calls.ts';
import { currentUser } from '../../../db/queries/account/current-user.ts';
import {
  packetsOf,
  type DealPackets,
  type ShownPacket,
} from '../../../db/queries/signing/packets/packets.ts';
import { useFeature, useFlag } from '../../lib/account/use-feature.ts';
import { runCommand as startCommand } from '../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../lib/commands/use-online-call.ts';
import { useReachable } from '../../lib/device/connectivity.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { useMirror } from '../../session/mirror-context.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import type { PacketActs } from './packet-actions.tsx';
import { PacketBoard } from './packet-board.tsx';
import { PACKETS, REASONS } from './packets-copy.ts';
import { SigningNotifications } from './signing-notifications.tsx';
import { ReminderSchedule } from './reminder-schedule.tsx';
import { ReportMenu } from '../reports/report-menu.tsx';
import type { AskedReason } from '../packet-page/reason-dialog.tsx';
import target from '../../ui/touch-target.module.css';
import styles from './packets-screen.module.css';

const PacketPage = lazyComponent(() =>
  import('../packet-page/packet-page.tsx').then((module) => module.PacketPage),
);

const ReasonDialog = lazyComponent(() =>
  import('../packet-page/reason-dialog.tsx').then((module) => module.ReasonDialog),
);

const CreateDialog = lazyComponent(() =>
  import('../packet-page/create-dialog.tsx').then((module) => module.CreateDialog),
);

const SendDialog = lazyComponent(() =>
  import('../packet-page/send-dialog.tsx').then((module) => module.SendDialog),
);

const RemindDialog = lazyComponent(() =>
  import('../packet-page/remind-dialog.tsx').then((module) => module.RemindDialog),
);

/** The packets of a deal: who needs one, the status of each, and what to do next. */
export function PacketsScreen({ transaction }: { transaction: string }) {
  const db = useMirror();
  const { packet } = useParams();
  const read = useLiveQuery(() => packetsOf(db, transaction), [db, transaction]);
  if (!read) return null;
  // Keyed by packet, so that an error on one packet's page doesn't show on another's.
  return <Packets key={packet ?? ''} transaction={transaction} opened={packet} read={read} />;
}

interface PacketsProps {
  transaction: string;
  /** The packet whose own page is open. */
  opened: string | undefined;
  read: DealPackets;
}

function Packets({ transaction, opened, read: { packets, without, withoutSigner } }: PacketsProps) {
  const db = useMirror();
  const navigate = useNavigate();
  const isReachable = useReachable();
  const mayEdit = useMayEdit();
  const user = useLiveQuery(() => currentUser(db), [db]);
  const maySend = user?.canSendPackets ?? true;
  const mayCancelSent = useFlag(transaction, 'CANCEL_ESIGN');
  const choosesOptions = useFeature('CREATE_PACKETS_V2');
  const hasCover = useFlag(transaction, 'PACKET_COVER_PAGE_AND_INDEX');
  const hasSlips = useFlag(transaction, 'DOCUMENT_SLIP_PAGE');
  const offered: (keyof PacketChoices)[] = choosesOptions
    ? [...(hasCover ? ['coverAndIndex' as const] : []), ...(hasSlips ? ['slipPages' as const] : [])]
    : [];
  const { pending, problem, runCommand } = useOnlineCall();
  const act = useCarryOutAct();
  const [sending, setSending] = useState<readonly string[] | null>(null);
  const [isCreating, setCreating] = useState(false);
  const [asked, setAsked] = useState<AskedReason | null>(null);
  const [reminding, setReminding] = useState<ShownPacket | null>(null);
  const run = (call: OnlineCall) => startCommand(runCommand(call));
  const isOffline = !isReachable;
  // Prefetch the dialogs, because packets can also be created and sent without a network.
  useEffect(() => {
    if (isReachable) void Promise.all([CreateDialog.fetch(), SendDialog.fetch()]).catch(() => undefined);
  }, [isReachable]);
  // Packets for paper can't be queued.
  const toSend = packets.filter(({ row: { status, needsPaper } }) =>
    isOffline ? (status === 'ready' || status === 'generating') && !needsPaper : status === 'ready',
  );
  const ready = toSend.filter(({ row, signatory }) => row.queued === null && signatory.email !== '');
  const unreachable = toSend.filter(({ signatory }) => signatory.email === '');
  const withoutEmail = [
    ...new Map(unreachable.map(({ signatory }) => [signatory.uuid, signatory.fullName])).values(),
  ];
  const isOff = pending || !isReachable;
  const createAgain = async ({ row, signatory }: ShownPacket) => {
    const options = Object.fromEntries(offered.map((option) => [option, row.options[option]]));
    const made = await createPacketAgain(db, { transaction, packet: row.uuid, options });
    if (opened !== row.uuid) return;
    const [heir] = made.toSorted(
      (one, other) => Number(other.signatory === signatory.uuid) - Number(one.signatory === signatory.uuid),
    );
    if (heir) await navigate(`/transaction/${transaction}/packets/${heir.uuid}`, { replace: true });
  };
  const create = () => {
    if (choosesOptions && without.length + offered.length > 1) setCreating(true);
    else
      startCommand(
        createPackets(db, { transaction, people: without.map(({ signatory }) => signatory.uuid) }),
      );
  };
  const acts: PacketActs = {
    send: ({ row }) => setSending([row.uuid]),
    unqueue: ({ row: { uuid }, signatory: { fullName: to } }) =>
      act(PACKETS.unqueueWhose(to), unqueuePacket(db, { transaction, uuid, to }), PACKETS.unqueued(to)),
    remind: setReminding,
    download: ({ row }) => run(downloadPacket(row.uuid)),
    createAgain: (packet) => startCommand(createAgain(packet)),
    cancel: ({ row, signatory }) =>
      setAsked({
        title: REASONS.cancelTitle(signatory.fullName),
        lead: leadOfCancel(row.uuid, packets),
        confirm: PACKETS.cancel,
        back: REASONS.keepPacket,
        act: (reason) => cancelPacket(row.uuid, reason),
      }),
  };
  const able = { acts, mayEdit, maySend, mayCancelSent, isOff, isOffline };
  const dialogs = (
    <>
      {isCreating ? (
        <CreateDialog
          transaction={transaction}
          without={without}
          offered={offered}
          onClose={() => setCreating(false)}
        />
      ) : null}
      {sending ? (
        <SendDialog
          transaction={transaction}
          packets={packets.filter(({ row }) => sending.includes(row.uuid))}
          leftOut={sending.length > 1 ? withoutEmail : []}
          onClose={() => setSending(null)}
        />
      ) : null}
      {reminding ? <RemindDialog packet={reminding} onClose={() => setReminding(null)} /> : null}
      {asked ? <ReasonDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
  if (opened !== undefined)
    return (
      <>
        <PacketPage
          transaction={transaction}
          packet={packets.find(({ row }) => row.uuid === opened)}
          problem={problem}
          run={run}
          onAsk={setAsked}
          isReachable={isReachable}
          {...able}
        />
        {dialogs}
      </>
    );
  return (
    <section className={styles.screen} aria-label={PACKETS.name}>
      <div className={styles.intro}>
        <p className={styles.lead}>{PACKETS.intro}</p>
        {packets.length > 0 ? <ReportMenu transaction={transaction} isBusy={isOff} run={run} /> : null}
      </div>
      {isReachable ? null : (
        <Callout tone="warning" role="status">
          {PACKETS.offline}
        </Callout>
      )}
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {maySend ? null : <Callout tone="warning">{PACKETS.off}</Callout>}
      {user?.sendsEmail === false ? <NoMailServer isAdmin={user.user.role === 'admin'} /> : null}
      {without.length + withoutSigner.length > 0 ? (
        <section className={styles.without} aria-label={PACKETS.withoutTitle}>
          <h2>{PACKETS.withoutTitle}</h2>
          <ul className={styles.plain}>
            {without.map(({ signatory, pages }) => (
              <li key={signatory.uuid}>{PACKETS.waiting(signatory.fullName, pages)}</li>
            ))}
            {withoutSigner.map(({ signatory: { uuid, fullName }, pages }) => (
              <li key={uuid}>
                <span className={styles.warning}>{PACKETS.nobodySigns(fullName, pages)}</span>{' '}
                {mayEdit ? (
                  <Link
                    to={`/transaction/${transaction}/signatories?signatory=${uuid}`}
                    className={target.reach}
                    aria-label={PACKETS.addRepresentativeOf(fullName)}
                  >
                    {PACKETS.addRepresentative}
                  </Link>
                ) : null}
              </li>
            ))}
          </ul>
          {mayEdit && without.length > 0 ? (
            <div>
              <Button look="primary" onClick={create}>
                {PACKETS.create(without.length)}
              </Button>
            </div>
          ) : null}
        </section>
      ) : null}
      {packets.length + without.length + withoutSigner.length === 0 ? (
        <EmptyState icon={<Mails aria-hidden="true" />} title={PACKETS.noneTitle}>
          {mayEdit ? PACKETS.none : PACKETS.noneViewOnly}
        </EmptyState>
      ) : null}
      {mayEdit && maySend && ready.length > 1 ? (
        <div>
          <Button
            look="primary"
            disabled={pending}
            onClick={() => setSending(ready.map(({ row }) => row.uuid))}
          >
            {PACKETS.send(ready.length)}
          </Button>
        </div>
      ) : null}
      {packets.length > 0 ? (
        <div className={styles.settings}>
          <ReminderSchedule transaction={transaction} mayEdit={mayEdit} isOff={isOff} run={run} />
          <SigningNotifications transaction={transaction} isOff={isOff} run={run} />
        </div>
      ) : null}
      {packets.length > 0 ? <PacketBoard packets={packets} {...able} /> : null}
      {dialogs}
    </section>
  );
}

/** Returns what canceling a packet means, including for packets that wait for it. */
function leadOfCancel(uuid: string, packets: readonly ShownPacket[]): string {
  const waiting = packets.filter(({ row }) => row.queued?.waitsFor?.includes(uuid));
  if (waiting.length === 0) return REASONS.cancelLead;
  return `${REASONS.cancelLead} ${REASONS.cancelWaiting(waiting.map(({ signatory }) => signatory.fullName))}`;
}

/** Warns that emails are not sent, because there is no mail server. */
function NoMailServer({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Callout tone="warning">
      {PACKETS.noMailServer}{' '}
      {isAdmin ? (
        <Link to="/account/outbox" className={target.reach}>
          {PACKETS.readEmails}
        </Link>
      ) : (
        PACKETS.askAdministrator
      )}
    </Callout>
  );
}
