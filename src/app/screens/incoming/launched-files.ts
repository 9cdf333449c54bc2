/** The File Handling API (Chromium), which passes files that the system opens with the installed app. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
}

/** The files that the app was opened with. `unreadable`: names of files that could not be read. */
export interface Launched {
  files: File[];
  unreadable: string[];
}

/** Calls `take` for files that the system opens with the app, including those at startup. Returns an unsubscribe function. */
export function takeLaunchedFiles(take: (launched: Launched) => void): () => void {
  let stopped = false;
  const queue: unknown = 'launchQueue' in window ? window.launchQueue : null;
  if (!isLaunchQueue(queue)) return () => undefined;
  queue.setConsumer(({ files }) => {
    if (stopped || files.length === 0) return;
    void read(files).then(take);
  });
  return () => {
    stopped = true;
  };
}

async function read(handles: readonly FileSystemFileHandle[]): Promise<Launched> {
  const outcomes = await Promise.allSettled(handles.map(async (handle) => handle.getFile()));
  return {
    files: outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    unreadable: handles.flatMap(({ name }, index) => (outcomes[index]?.status === 'rejected' ? [name] : [])),
  };
}

function isLaunchQueue(queue: unknown): queue is LaunchQueue {
  return typeof queue === 'object' && queue !== null && 'setConsumer' in queue;
}
