import FilePlus from 'lucide-react/icons/file-plus-2';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { canRetry } from '../../../contract/rules/documents/upload-status.ts';
import type { QueueEntry } from '../../../db/queries/documents/upload-queue.ts';
import { IconButton } from '../../ui/button.tsx';
import { ROW } from '../upload-queue-copy.ts';
import { useFilePicker } from '../add-files/use-file-picker.tsx';

interface RetryButtonProps {
  transaction: string;
  entry: QueueEntry;
  onRetry: () => void;
}

/** Retries a failed file. If the browser has deleted its bytes, the user picks the file again, and its hash identifies it. */
export function RetryButton({ transaction, entry, onRetry }: RetryButtonProps) {
  const { open, input } = useFilePicker(transaction, { label: ROW.pickAgain(entry.name), multiple: false });
  if (!canRetry(entry.status)) return null;
  if (!entry.evicted)
    return (
      <IconButton label={ROW.retry(entry.name)} onClick={onRetry}>
        <RotateCw aria-hidden="true" />
      </IconButton>
    );
  return (
    <>
      <IconButton label={ROW.addAgain(entry.name)} onClick={open}>
        <FilePlus aria-hidden="true" />
      </IconButton>
      {input}
    </>
  );
}
