import { useRef, type ReactNode } from 'react';
import { stageFiles } from './stage-files.ts';

const ACCEPT = '.pdf,.doc,.docx';

/** Files from the computer, into a deal's queue: how the system's dialog is opened, and what has to stand in the page. */
export function useFilePicker(
  transaction: string,
  { label, multiple }: { label: string; multiple: boolean },
): { open: () => void; input: ReactNode } {
  const picker = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={picker}
      type="file"
      hidden
      multiple={multiple}
      accept={ACCEPT}
      aria-label={label}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        // The same file may be picked again after it was removed.
        event.currentTarget.value = '';
        void stageFiles(transaction, files, 'picked');
      }}
    />
  );
  return { open: () => picker.current?.click(), input };
}
