/** What the browser hands to the installed app that was opened with files (File Handling API, Chromium). */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
}

/**
 * Hears of files that the system opens with the app, also of those that it was started with; without the browser's help of
 * none. Answers how to stop.
 */
export function takeLaunchedFiles(take: (files: File[]) => void): () => void {
  let stopped = false;
  const queue: unknown = 'launchQueue' in window ? window.launchQueue : null;
  if (!isLaunchQueue(queue)) return () => undefined;
  queue.setConsumer(({ files }) => {
    if (stopped || files.length === 0) return;
    Promise.all(files.map(async (handle) => handle.getFile())).then(take, (error: unknown) =>
      reportError(error),
    );
  });
  return () => {
    stopped = true;
  };
}

function isLaunchQueue(queue: unknown): queue is LaunchQueue {
  return typeof queue === 'object' && queue !== null && 'setConsumer' in queue;
}
