import { useCallback, useRef, type ReactNode } from 'react';
import { useMirror } from '../session/mirror-context.ts';
import { stageFiles } from './stage-files.ts';

const ACCEPT = '.pdf,.doc,.docx';

interface FilePickerOptions {
  label: string;
  multiple: boolean;
  /** The item of which the file is to be a version. */
  versionOf?: string;
}

/** Files from the computer, into a deal's queue: how the system's dialog is opened, and what has to stand in the page. */
export function useFilePicker(
  transaction: string,
  { label, multiple, versionOf }: FilePickerOptions,
): { open: () => void; input: ReactNode } {
  const { userId } = useMirror();
  const picker = useRef<HTMLInputElement>(null);
  const listen = useCallback(
    (input: HTMLInputElement | null) => {
      picker.current = input;
      // Heard at the field itself, for as long as there is one: the session may end, and take it off the page, while the
      // person is still choosing.
      input?.addEventListener('change', () => {
        const files = [...(input.files ?? [])];
        // The same file may be picked again after it was removed.
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
