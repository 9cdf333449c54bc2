import { Button } from '../../../ui/button.tsx';
import { ModalDialog } from '../../../ui/overlay/modal-dialog.tsx';
import { USED_CAPACITY } from '../signatories-copy.ts';

/** The names in a capacity in which pages were sent or signed. */
export interface UsedCapacity {
  representative: string;
  entity: string;
}

interface UsedCapacityDialogProps {
  capacity: UsedCapacity;
  onClose: () => void;
}

/** Says why a capacity can’t be removed, and what the user can do instead. */
export function UsedCapacityDialog({ capacity, onClose }: UsedCapacityDialogProps) {
  const { representative, entity } = capacity;
  return (
    <ModalDialog
      alert
      title={USED_CAPACITY.title(representative, entity)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{USED_CAPACITY.close}</Button>}
    >
      {USED_CAPACITY.text(representative)}
    </ModalDialog>
  );
}
