import { pushToast } from '../../toasts/toast-store.ts';

/** Shows a toast when a field truncates a paste, which the browser does silently. Returns a function that removes the listener. */
export function notifyTruncatedPaste(): () => void {
  const onPaste = ({ target, clipboardData }: ClipboardEvent) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const { maxLength, value, selectionStart, selectionEnd } = target;
    const pasted = clipboardData?.getData('text').length ?? 0;
    const others = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0));
    if (maxLength < 0 || others + pasted <= maxLength) return;
    const message = `This field can hold up to ${maxLength.toLocaleString()} characters, so the end of your text was cut off.`;
    pushToast({ id: 'cut-paste', level: 'info', message });
  };
  document.addEventListener('paste', onPaste);
  return () => document.removeEventListener('paste', onPaste);
}
