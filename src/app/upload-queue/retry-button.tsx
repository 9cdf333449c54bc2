import FilePlus from 'lucide-react/icons/file-plus-2';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { canRetry } from '../../contract/rules/documents/upload-status.ts';
import type { QueueEntry } from '../../db/queries/documents/upload-queue.ts';
import { IconButton } from '../ui/button.tsx';
import { useFilePicker } from './use-file-picker.tsx';

interface RetryButtonProps {
  transaction: string;
  entry: QueueEntry;
  onRetry: () => void;
}

/** Tries a failed file again; where the browser has let go of it, it is picked anew and known by its content. */
export function RetryButton({ transaction, entry, onRetry }: RetryButtonProps) {
  const label = `Add ${entry.name} again`;
  const { open, input } = useFilePicker(transaction, { label: `File for ${entry.name}`, multiple: false });
  if (!canRetry(entry.status)) return null;
  if (!entry.evicted)
    return (
      <IconButton label={`Retry ${entry.name}`} onClick={onRetry}>
        <RotateCw aria-hidden="true" />
      </IconButton>
    );
  return (
    <>
      <IconButton label={label} onClick={open}>
        <FilePlus aria-hidden="true" />
      </IconButton>
      {input}
    </>
  );
}
