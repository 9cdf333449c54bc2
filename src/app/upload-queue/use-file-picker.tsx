import { useCallback, useRef, type ReactNode } from 'react';
import { useMirror } from '../session/mirror-context.ts';
import { stageFiles } from './stage-files.ts';

const ACCEPT = '.pdf,.doc,.docx';

/** Files from the computer, into a deal's queue: how the system's dialog is opened, and what has to stand in the page. */
export function useFilePicker(
  transaction: string,
  { label, multiple }: { label: string; multiple: boolean },
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
        void stageFiles({ userId, transaction }, files, 'picked');
      });
    },
    [userId, transaction],
  );
  const input = (
    <input
      key={`${userId} ${transaction}`}
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
