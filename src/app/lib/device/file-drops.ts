/** Returns true if files from the device are being dragged. */
export function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/**
 * Ignores files dropped where nothing accepts them: the browser would leave Counterpart to open them. Returns a function that
 * removes the listeners.
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
