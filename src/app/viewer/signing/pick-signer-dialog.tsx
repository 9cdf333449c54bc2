import { useState } from 'react';
import Building2 from 'lucide-react/icons/building-2';
import UserRound from 'lucide-react/icons/user-round';
import { authRepOf } from '../../../contract/rules/signing/signatories/auth-rep.ts';
import { capacitySentence, chains } from '../../../contract/rules/signing/signatories/capacity.ts';
import type { MarkedPage } from '../../../db/queries/signing/pages/marked-pages.ts';
import type { DealSignatories } from '../../../db/queries/signing/signatories/signatories.ts';
import { Button } from '../../ui/button.tsx';
import { PickList } from '../../ui/form/pick-list.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { PICK_SIGNER } from './signing-copy.ts';
import type { Signer } from './use-page-signing.ts';

interface PickSignerDialogProps {
  page: number;
  deal: DealSignatories;
  /** The signatures that the page already has. */
  taken: MarkedPage['assignments'];
  onPick: (signer: Signer) => void;
  onClose: () => void;
}

/** Lets the user choose who signs a page. A signatory with several capacities is listed once for each. */
export function PickSignerDialog({ page, deal, taken, onPick, onClose }: PickSignerDialogProps) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const signers = signersOf(deal).filter(
    ({ signatory, authRep }) =>
      !taken.some((each) => each.signatory === signatory && each.authRep === authRep),
  );
  const found = signers.filter(({ name, capacity }) => `${name} ${capacity}`.toLowerCase().includes(wanted));
  return (
    <ModalDialog
      title={PICK_SIGNER.title(page)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{PICK_SIGNER.cancel}</Button>}
    >
      {deal.signatories.length === 0 ? (
        <p>{PICK_SIGNER.nobody}</p>
      ) : (
        <PickList
          label={PICK_SIGNER.label}
          placeholder={PICK_SIGNER.placeholder}
          text={text}
          onText={setText}
          none={PICK_SIGNER.none}
          picks={found.map(({ id, name, capacity, isOrg }) => ({
            id,
            text: name,
            ...(capacity !== '' && { hint: capacity }),
            icon: isOrg ? <Building2 aria-hidden="true" /> : <UserRound aria-hidden="true" />,
          }))}
          onPick={(id) => {
            onClose();
            const signer = signers.find((each) => each.id === id);
            if (signer) onPick(signer);
          }}
        />
      )}
    </ModalDialog>
  );
}

interface OfferedSigner extends Signer {
  id: string;
  /** The capacity in which an entity signs; empty for a person. */
  capacity: string;
  isOrg: boolean;
}

/** Returns every signatory, once for each capacity. */
function signersOf({ signatories, capacities }: DealSignatories): OfferedSigner[] {
  return signatories.flatMap(({ row: { uuid: signatory, fullName: name, isOrg } }): OfferedSigner[] => {
    const ways = chains(capacities, signatory);
    if (ways.length === 0)
      return [{ id: signatory, signatory, authRep: null, name, capacity: PICK_SIGNER.noCapacity, isOrg }];
    return ways.map((way) => {
      const authRep = authRepOf(way);
      const capacity = way.length === 0 ? '' : capacitySentence(capacities, signatory, way);
      return { id: `${signatory} ${authRep ?? ''}`, signatory, authRep, name, capacity, isOrg };
    });
  });
}
