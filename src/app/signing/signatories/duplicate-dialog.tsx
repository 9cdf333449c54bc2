import { useEffect, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { duplicateSignatories, type SignatoriesAnswer } from '../../../db/commands/signing/online-signing.ts';
import { otherDeals } from '../../../db/queries/signing/contacts.ts';
import { OUTCOME_UNKNOWN } from '../../lib/commands/commands-copy.ts';
import { useReachable } from '../../lib/device/connectivity.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { syncClient } from '../../sync-client.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { Button } from '../../ui/button.tsx';
import { PickList } from '../../ui/form/pick-list.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { PickSeveralDialog } from '../groups/pick-several-dialog.tsx';
import { DUPLICATE, ROW } from './signatories-copy.ts';

interface Deal {
  uuid: string;
  name: string;
}

interface DuplicateDialogProps {
  transaction: string;
  onClose: () => void;
}

/** Copies signatories from another deal: which deal, then who. The server copies them, so it must be reached. */
export function DuplicateDialog({ transaction, onClose }: DuplicateDialogProps) {
  const db = useMirror();
  const reachable = useReachable();
  const deals = useLiveQuery(() => otherDeals(db, transaction), [db, transaction]);
  const [text, setText] = useState('');
  const [from, setFrom] = useState<Deal | null>(null);
  if (!deals) return null;
  if (from && reachable) return <ChoosePeople transaction={transaction} from={from} onClose={onClose} />;
  const wanted = text.trim().toLowerCase();
  return (
    <ModalDialog
      title={DUPLICATE.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{DUPLICATE.cancel}</Button>}
    >
      {reachable ? (
        <PickList
          label={DUPLICATE.deals}
          placeholder={DUPLICATE.searchDeals}
          text={text}
          onText={setText}
          picks={deals
            .filter(({ name }) => name.toLowerCase().includes(wanted))
            .map(({ uuid, name }) => ({ id: uuid, text: name }))}
          none={deals.length === 0 ? DUPLICATE.noDeals : DUPLICATE.noMatch}
          onPick={(uuid) => setFrom(deals.find((each) => each.uuid === uuid) ?? null)}
        />
      ) : (
        <Callout role="status">{DUPLICATE.offline}</Callout>
      )}
    </ModalDialog>
  );
}

function ChoosePeople({ transaction, from, onClose }: DuplicateDialogProps & { from: Deal }) {
  const { userId } = useMirror();
  const [answer, setAnswer] = useState<SignatoriesAnswer | null>(null);
  useEffect(() => {
    syncClient().readSignatories(userId, from.uuid).then(setAnswer, reportError);
  }, [userId, from.uuid]);
  if (answer?.outcome !== 'done')
    return (
      <ModalDialog
        title={DUPLICATE.fromTitle(from.name)}
        onClose={onClose}
        footer={<Button onClick={onClose}>{DUPLICATE.cancel}</Button>}
      >
        {answer ? <Callout role="alert">{answer.message}</Callout> : <p>{DUPLICATE.loading}</p>}
      </ModalDialog>
    );
  // The dialog closes first, so a toast shows the result.
  const copy = async (uuids: readonly string[]) => {
    const outcome = await syncClient().runOnline(userId, duplicateSignatories(transaction, uuids));
    const isDone = outcome.outcome === 'done';
    const message = isDone ? DUPLICATE.done(from.name) : outcome.message;
    pushToast({ id: 'duplicated', level: isDone ? 'success' : 'error', message });
  };
  return (
    <PickSeveralDialog
      title={DUPLICATE.fromTitle(from.name)}
      label={DUPLICATE.people}
      placeholder={DUPLICATE.searchPeople}
      options={answer.signatories.map(({ uuid, fullName, email, isOrg }) => ({
        id: uuid,
        text: fullName,
        hint: isOrg ? ROW.entity : email,
      }))}
      none={DUPLICATE.nobody}
      confirm={DUPLICATE.confirm}
      onPick={(uuids) => void copy(uuids).catch(reportUnknown)}
      onClose={onClose}
    />
  );
}

function reportUnknown(error: unknown): void {
  reportError(error);
  pushToast({ id: 'duplicated', level: 'error', message: OUTCOME_UNKNOWN });
}
