import { useEffect } from 'react';
import { useMirror } from '../../session/mirror-context.ts';
import { stageTransfer } from './stage-files.ts';

/** Adds files pasted on the page to a deal's upload queue; null = no deal. A paste into a text field is left to the field. */
export function usePastedFiles(transaction: string | null): void {
  const { userId } = useMirror();
  useEffect(() => {
    if (transaction === null) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const pasted = event.clipboardData;
      if (!pasted?.types.includes('Files') || isTextField(event.target)) return;
      event.preventDefault();
      void stageTransfer({ userId, transaction }, pasted, 'pasted');
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [userId, transaction]);
}

function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}
