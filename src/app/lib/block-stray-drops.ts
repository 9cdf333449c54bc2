import { carriesFiles } from './carries-files.ts';

/**
 * Where no part of the page takes files, none are dropped: the browser would leave Counterpart to open them. Answers how to
 * stop.
 */
export function blockStrayDrops(): () => void {
  const onOver = (event: DragEvent) => {
    if (event.defaultPrevented || !carriesFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  };
  window.addEventListener('dragover', onOver);
  window.addEventListener('drop', onOver);
  return () => {
    window.removeEventListener('dragover', onOver);
    window.removeEventListener('drop', onOver);
  };
}
