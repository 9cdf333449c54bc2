import { useCallback, useRef, type ReactNode } from 'react';
import { useMirror } from '../../session/mirror-context.ts';
import { stageFiles } from './stage-files.ts';

const ACCEPT = '.pdf,.doc,.docx';

interface FilePickerOptions {
  label: string;
  multiple: boolean;
  /** The item that the file is a new version of. */
  versionOf?: string;
}

/** Adds files from the computer to a deal's queue. Returns a function that opens the file dialog, and the input to render. */
export function useFilePicker(
  transaction: string,
  { label, multiple, versionOf }: FilePickerOptions,
): { open: () => void; input: ReactNode } {
  const { userId } = useMirror();
  const picker = useRef<HTMLInputElement>(null);
  const listen = useCallback(
    (input: HTMLInputElement | null) => {
      picker.current = input;
      // A native listener, because the session may end and React may remove the input while the user is still choosing files.
      input?.addEventListener('change', () => {
        const files = [...(input.files ?? [])];
        // Otherwise, choosing the same file again would fire no event.
        input.value = '';
        void stageFiles(
          { userId, transaction, ...(versionOf !== undefined && { versionOf }) },
          files,
          'picked',
        );
      });
    },
    [userId, transaction, versionOf],
  );
  const input = (
    <input
      key={`${userId} ${transaction} ${versionOf ?? ''}`}
      ref={listen}
      type="file"
      hidden
      multiple={multiple}
      accept={ACCEPT}
      aria-label={label}
    />
  );
  return { open: () => picker.current?.click(), input };
}
