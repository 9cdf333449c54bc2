import { useEffect } from 'react';
import { useMirror } from '../session/mirror-context.ts';
import { stageTransfer } from './stage-files.ts';

/**
 * Takes files that are pasted on the page into a deal's upload queue; null = into none. Where a text field has the focus, what
 * is pasted is that field's.
 */
export function usePastedFiles(transaction: string | null): void {
  const { userId } = useMirror();
  useEffect(() => {
    if (transaction === null) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const carried = event.clipboardData;
      if (!carried?.types.includes('Files') || isTextField(event.target)) return;
      event.preventDefault();
      void stageTransfer({ userId, transaction }, carried, 'pasted');
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [userId, transaction]);
}

function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}
