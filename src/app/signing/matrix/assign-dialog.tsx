import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import Building2 from 'lucide-react/icons/building-2';
import UserRound from 'lucide-react/icons/user-round';
import Users from 'lucide-react/icons/users';
import { Button } from '../../ui/button.tsx';
import { PickList, type PickGroup } from '../../ui/form/pick-list.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { OwnPagesNote } from '../documents/own-pages-note.tsx';
import { ASSIGN } from './matrix-copy.ts';
import type { AssignableGroup, MatrixColumn } from './grid/matrix-columns.ts';

interface AssignDialogProps {
  transaction: string;
  /** The documents to assign. */
  items: readonly string[];
  columns: readonly MatrixColumn[];
  groups: readonly AssignableGroup[];
  onSignatory: (column: MatrixColumn) => void;
  onGroup: (group: AssignableGroup) => void;
  onClose: () => void;
}

/** Assigns the selected documents to a signatory or a signing group. */
export function AssignDialog({ transaction, items, columns, groups, onClose, ...props }: AssignDialogProps) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const matches = ({ name }: { name: string }) => name.toLowerCase().includes(text.trim().toLowerCase());
  const picks: PickGroup[] = [
    {
      id: 'groups',
      heading: ASSIGN.groups,
      picks: groups.filter(matches).map(({ uuid, name, members }) => ({
        id: uuid,
        text: name,
        hint: ASSIGN.members(members),
        icon: <Users aria-hidden="true" />,
      })),
    },
    {
      id: 'signatories',
      heading: ASSIGN.signatories,
      picks: columns.filter(matches).map(({ uuid, name, isOrg, capacities }) => ({
        id: uuid,
        text: name,
        ...(isOrg && { hint: capacities[0]?.signer ?? ASSIGN.noCapacity }),
        icon: isOrg ? <Building2 aria-hidden="true" /> : <UserRound aria-hidden="true" />,
      })),
    },
  ];
  const pick = (uuid: string) => {
    onClose();
    const group = groups.find((each) => each.uuid === uuid);
    const signatory = columns.find((each) => each.uuid === uuid);
    if (group) props.onGroup(group);
    else if (signatory) props.onSignatory(signatory);
  };
  const isEmpty = columns.length === 0 && groups.length === 0;
  return (
    <ModalDialog
      title={ASSIGN.title(items.length)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ASSIGN.cancel}</Button>
          {isEmpty ? (
            <Button look="primary" onClick={() => void navigate(`/transaction/${transaction}/signatories`)}>
              {ASSIGN.toSignatories}
            </Button>
          ) : null}
        </>
      }
    >
      <OwnPagesNote transaction={transaction} items={items} />
      <PickList
        label={ASSIGN.label}
        placeholder={ASSIGN.placeholder}
        text={text}
        onText={setText}
        none={isEmpty ? ASSIGN.noSignatories : ASSIGN.none}
        onPick={pick}
        picks={picks.filter((group) => group.picks.length > 0)}
      />
    </ModalDialog>
  );
}
