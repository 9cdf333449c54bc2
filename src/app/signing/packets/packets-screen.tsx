import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import Mails from 'lucide-react/icons/mails';
import {
  acceptSignatures,
  cancelPacket,
  createPackets,
  downloadPacket,
  rejectSignatures,
  remindSignatory,
  sendPackets,
} from '../../../db/commands/signing/packet-calls.ts';
import type { OnlineCall } from '../../../db/commands/account/online-calls.ts';
import { currentUser } from '../../../db/queries/account/current-user.ts';
import { packetsOf, type ShownPacket } from '../../../db/queries/signing/packets.ts';
import { useFlag } from '../../lib/account/use-feature.ts';
import { runCommand as startCommand } from '../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../lib/commands/use-online-call.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { PacketLine, type PacketActs } from './packet-line.tsx';
import { PACKETS, REASONS } from './packets-copy.ts';
import { ReasonDialog, type AskedReason } from './reason-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';
import styles from './packets-screen.module.css';

/** The packets of a deal: who needs one, the status of each, and what to do next. */
export function PacketsScreen({ transaction }: { transaction: string }) {
  const db = useMirror();
  const mayEdit = useMayEdit();
  const read = useLiveQuery(() => packetsOf(db, transaction), [db, transaction]);
  const maySend = useLiveQuery(() => currentUser(db), [db])?.canSendPackets ?? true;
  const mayCancelSent = useFlag(transaction, 'CANCEL_ESIGN');
  const { pending, problem, runCommand } = useOnlineCall();
  const [sending, setSending] = useState<readonly ShownPacket[] | null>(null);
  const [asked, setAsked] = useState<AskedReason | null>(null);
  if (!read) return null;
  const { packets, without } = read;
  const run = (call: OnlineCall) => startCommand(runCommand(call));
  const ready = packets.filter(({ row, signatory }) => row.status === 'ready' && signatory.email !== '');
  const acts: PacketActs = {
    send: (packet) => setSending([packet]),
    remind: ({ signatory }) => run(remindSignatory(signatory.uuid)),
    download: ({ row }) => run(downloadPacket(row.uuid)),
    accept: ({ toAccept }) => run(acceptSignatures(toAccept)),
    cancel: ({ row, signatory }) =>
      setAsked({
        title: REASONS.cancelTitle(signatory.fullName),
        lead: REASONS.cancelLead,
        confirm: PACKETS.cancel,
        act: (reason) => run(cancelPacket(row.uuid, reason)),
      }),
    reject: ({ signatory, toAccept }) =>
      setAsked({
        title: REASONS.rejectTitle(signatory.fullName),
        lead: REASONS.rejectLead,
        confirm: PACKETS.reject,
        act: (reason) => run(rejectSignatures(toAccept, reason)),
      }),
  };
  return (
    <section className={styles.screen} aria-label={PACKETS.name}>
      <p className={styles.lead}>{PACKETS.intro}</p>
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {maySend ? null : <Callout tone="warning">{PACKETS.off}</Callout>}
      {without.length > 0 ? (
        <section className={styles.without} aria-label={PACKETS.withoutTitle}>
          <h2>{PACKETS.withoutTitle}</h2>
          <ul className={styles.plain}>
            {without.map(({ signatory, pages }) => (
              <li key={signatory.uuid}>{PACKETS.waiting(signatory.fullName, pages)}</li>
            ))}
          </ul>
          {mayEdit ? (
            <div>
              <Button
                look="primary"
                disabled={pending}
                onClick={() =>
                  run(
                    createPackets(
                      transaction,
                      without.map(({ signatory }) => signatory.uuid),
                    ),
                  )
                }
              >
                {PACKETS.make(without.length)}
              </Button>
            </div>
          ) : null}
        </section>
      ) : null}
      {packets.length === 0 && without.length === 0 ? (
        <EmptyState icon={<Mails aria-hidden="true" />} title={PACKETS.noneTitle}>
          {mayEdit ? PACKETS.none : PACKETS.noneViewOnly}
        </EmptyState>
      ) : null}
      {mayEdit && maySend && ready.length > 1 ? (
        <div>
          <Button look="primary" disabled={pending} onClick={() => setSending(ready)}>
            {PACKETS.send(ready.length)}
          </Button>
        </div>
      ) : null}
      {packets.length > 0 ? (
        <ul className={styles.list} aria-label={PACKETS.list}>
          {packets.map((packet) => (
            <PacketLine
              key={packet.row.uuid}
              packet={packet}
              acts={acts}
              mayEdit={mayEdit}
              maySend={maySend}
              mayCancelSent={mayCancelSent}
              isBusy={pending}
            />
          ))}
        </ul>
      ) : null}
      {sending ? (
        <SendDialog
          packets={sending}
          onSend={(message) =>
            run(
              sendPackets(
                sending.map(({ row }) => row.uuid),
                message,
              ),
            )
          }
          onClose={() => setSending(null)}
        />
      ) : null}
      {asked ? <ReasonDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </section>
  );
}
