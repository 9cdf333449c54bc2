import { useEffect, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import {
  duplicateSignatories,
  type CopiedSignatories,
} from '../../../db/commands/signing/signatories/duplicate-signatories.ts';
import {
  otherDeals,
  signatoriesToCopy,
  type OtherDeal,
  type Unsynced,
} from '../../../db/queries/signing/signatories/contacts.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { useReachable } from '../../lib/device/connectivity.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { syncClient } from '../../sync-client.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { Button } from '../../ui/button.tsx';
import { PickList } from '../../ui/form/pick-list.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { PickSeveralDialog } from '../groups/pick-several-dialog.tsx';
import { DUPLICATE, ROW } from './signatories-copy.ts';

interface DuplicateDialogProps {
  transaction: string;
  onClose: () => void;
}

/**
 * Copies signatories from another transaction. The user chooses the transaction, then the signatories. Offline, only
 * transactions on this device are listed.
 */
export function DuplicateDialog({ transaction, onClose }: DuplicateDialogProps) {
  const db = useMirror();
  const reachable = useReachable();
  const deals = useLiveQuery(() => otherDeals(db, transaction), [db, transaction]);
  const [text, setText] = useState('');
  const [from, setFrom] = useState<OtherDeal | null>(null);
  if (!deals) return null;
  if (from) return <ChoosePeople transaction={transaction} from={from} onClose={onClose} />;
  const wanted = text.trim().toLowerCase();
  const offered = reachable ? deals : deals.filter(({ onDevice }) => onDevice);
  return (
    <ModalDialog
      title={DUPLICATE.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{DUPLICATE.cancel}</Button>}
    >
      {offered.length === 0 && deals.length > 0 ? (
        <Callout role="status">{DUPLICATE.noneOnDevice}</Callout>
      ) : (
        <PickList
          label={DUPLICATE.deals}
          placeholder={DUPLICATE.searchDeals}
          text={text}
          onText={setText}
          picks={offered
            .filter(({ name }) => name.toLowerCase().includes(wanted))
            .map(({ uuid, name }) => ({ id: uuid, text: name }))}
          none={deals.length === 0 ? DUPLICATE.noDeals : DUPLICATE.noMatch}
          note={offered.length < deals.length ? DUPLICATE.onlyOnDevice : null}
          onPick={(uuid) => setFrom(deals.find((each) => each.uuid === uuid) ?? null)}
        />
      )}
    </ModalDialog>
  );
}

/** The signatories of the other transaction, or why they can't be read. */
type Source = (CopiedSignatories & { unsynced: Unsynced }) | { problem: string };

function ChoosePeople({ transaction, from, onClose }: DuplicateDialogProps & { from: OtherDeal }) {
  const db = useMirror();
  const act = useCarryOutAct();
  const [source, setSource] = useState<Source | null>(null);
  useEffect(() => {
    const reading: Promise<Source> = from.onDevice
      ? signatoriesToCopy(db, from.uuid)
      : readOnline(db.userId, from.uuid);
    reading.then(setSource, reportError);
  }, [db, from]);
  if (!source || 'problem' in source)
    return (
      <ModalDialog
        title={DUPLICATE.fromTitle(from.name)}
        onClose={onClose}
        footer={<Button onClick={onClose}>{DUPLICATE.cancel}</Button>}
      >
        {source ? <Callout role="alert">{source.problem}</Callout> : <p>{DUPLICATE.loading}</p>}
      </ModalDialog>
    );
  const { signatories, relations, unsynced } = source;
  // The dialog closes first, so the result appears in a toast.
  const copy = async (uuids: readonly string[]) => {
    const chosen = new Set(uuids);
    const copied = signatories.filter(({ uuid }) => chosen.has(uuid));
    const command = duplicateSignatories(db, { transaction, signatories: copied, relations });
    const isNew = (await command).length > 0;
    if (isNew) act(DUPLICATE.act(copied.length), command, DUPLICATE.done(from.name));
    else pushToast({ id: 'duplicated', level: 'info', message: DUPLICATE.allHere(copied.length) });
  };
  return (
    <PickSeveralDialog
      title={DUPLICATE.fromTitle(from.name)}
      label={DUPLICATE.people}
      placeholder={DUPLICATE.searchPeople}
      options={signatories.map(({ uuid, fullName, email, isOrg }) => ({
        id: uuid,
        text: fullName,
        hint: isOrg ? ROW.entity : email,
      }))}
      none={leftOut(unsynced) ?? DUPLICATE.nobody}
      note={signatories.length > 0 ? leftOut(unsynced) : null}
      confirm={DUPLICATE.confirm}
      onPick={(uuids) => runCommand(copy(uuids))}
      onClose={onClose}
    />
  );
}

function leftOut({ signatories, relations }: Unsynced): string | null {
  const sentences = [
    ...(signatories > 0 ? [DUPLICATE.unsynced(signatories)] : []),
    ...(relations > 0 ? [DUPLICATE.unsyncedRelations(relations)] : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/** Reads the signatories of a transaction that isn't on this device, and the relations among them. */
async function readOnline(userId: string, transaction: string): Promise<Source> {
  const answer = await syncClient().readSignatories(userId, transaction);
  if (answer.outcome !== 'done') return { problem: answer.message };
  const { signatories } = answer;
  const relations = signatories.flatMap(({ uuid: entity, organizationRelations }) =>
    organizationRelations.map(({ representative }) => ({ ...representative, entity })),
  );
  return { signatories, relations, unsynced: { signatories: 0, relations: 0 } };
}
