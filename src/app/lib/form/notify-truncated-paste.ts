import { pushToast } from '../../toasts/toast-store.ts';

/** Says so where a field cannot take all of what is pasted into it: the browser cuts it without a word. Answers what ends that. */
export function notifyTruncatedPaste(): () => void {
  const onPaste = ({ target, clipboardData }: ClipboardEvent) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const { maxLength, value, selectionStart, selectionEnd } = target;
    const pasted = clipboardData?.getData('text').length ?? 0;
    const beside = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0));
    if (maxLength < 0 || beside + pasted <= maxLength) return;
    const message = `Only ${maxLength} characters fit here. The end of what you pasted was left out.`;
    pushToast({ id: 'cut-paste', level: 'info', message });
  };
  document.addEventListener('paste', onPaste);
  return () => document.removeEventListener('paste', onPaste);
}
