import { useState } from 'react';
import type { Relation } from '../../../../contract/rules/signing/capacity.ts';
import { takeOver } from '../../../../db/commands/signing/online-signing.ts';
import { newUuid } from '../../../../db/uuid.ts';
import { runCommand as startCommand } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { useReachable } from '../../../lib/device/connectivity.ts';
import { pushToast } from '../../../toasts/toast-store.ts';
import { Button } from '../../../ui/button.tsx';
import { ModalDialog } from '../../../ui/overlay/modal-dialog.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import type { NamedParty } from '../find-party.ts';
import { TAKE_OVER } from '../signatories-copy.ts';

/** A representative who can be replaced only for open signatures. */
export interface TakingOver {
  relation: Relation;
  /** The representative's name. */
  name: string;
  party: NamedParty;
  /** How many signatures were sent or signed. */
  sent: number;
}

interface TakeOverDialogProps {
  transaction: string;
  takingOver: TakingOver;
  onClose: () => void;
}

/** Offers to let someone else sign what is open, because what was sent or signed doesn't change. */
export function TakeOverDialog({ transaction, takingOver, onClose }: TakeOverDialogProps) {
  const { relation, name, party, sent } = takingOver;
  const reachable = useReachable();
  const { pending, problem, runCommand } = useOnlineCall();
  // The same one if the user tries again.
  const [uuid] = useState(newUuid);
  const replace = async () => {
    const calls = takeOver({
      transaction,
      entity: relation.entity,
      from: relation.uuid,
      to: { uuid, signatory: party.uuid, title: relation.title },
      added: party.added,
    });
    for (const call of calls) if (!(await runCommand(call))) return;
    pushToast({ id: 'taken-over', level: 'success', message: TAKE_OVER.done(party.name) });
    onClose();
  };
  return (
    <ModalDialog
      alert
      title={TAKE_OVER.title(name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{TAKE_OVER.cancel}</Button>
          <Button
            look="primary"
            disabled={!reachable}
            aria-disabled={pending}
            onClick={() => startCommand(replace())}
          >
            {TAKE_OVER.confirm}
          </Button>
        </>
      }
    >
      <p>{TAKE_OVER.text(sent, name, party.name)}</p>
      {reachable ? null : <Callout role="status">{TAKE_OVER.offline}</Callout>}
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
    </ModalDialog>
  );
}
