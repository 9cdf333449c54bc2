import type { Relation } from '../../../../contract/rules/signing/signatories/capacity.ts';
import type { NotTakenOver } from '../../../../db/queries/signing/signatories/signatory-documents.ts';
import { Button } from '../../../ui/button.tsx';
import { ModalDialog } from '../../../ui/overlay/modal-dialog.tsx';
import type { NamedParty } from '../find-party.ts';
import { TAKE_OVER } from '../signatories-copy.ts';

/** A representative who can be replaced only on pages that weren't sent. */
export interface TakingOver {
  relation: Relation;
  /** The representative's name. */
  name: string;
  party: NamedParty;
  not: NotTakenOver;
}

interface TakeOverDialogProps {
  takingOver: TakingOver;
  onConfirm: (takingOver: TakingOver) => void;
  onClose: () => void;
}

/** Offers to let someone else sign the pages that weren't sent. Pages that were sent or signed don't change. */
export function TakeOverDialog({ takingOver, onConfirm, onClose }: TakeOverDialogProps) {
  const { name, party, not } = takingOver;
  return (
    <ModalDialog
      alert
      title={TAKE_OVER.title(name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{TAKE_OVER.cancel}</Button>
          <Button look="primary" onClick={() => onConfirm(takingOver)}>
            {TAKE_OVER.confirm}
          </Button>
        </>
      }
    >
      <p>{TAKE_OVER.text(not.sent, name, party.name)}</p>
      {not.twice.length > 0 ? <p>{TAKE_OVER.twice(not.twice, name, party.name)}</p> : null}
    </ModalDialog>
  );
}
