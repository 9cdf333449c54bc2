/** What is told of a batch of uploads that has ended while nobody looked. */
export interface UploadNotice {
  title: string;
  body: string;
}

/**
 * The words when no file is on its way any more: `sent` have reached the server, `failed` wait for the person to try
 * again. Null where nothing has come of them, as the person took them off.
 */
export function uploadNotice({ sent, failed }: { sent: number; failed: number }): UploadNotice | null {
  if (failed > 0) {
    const body = `${files(failed)} could not be uploaded. Open Counterpart to try again.`;
    return { title: 'Uploads need attention', body };
  }
  if (sent === 0) return null;
  return {
    title: 'Uploads complete',
    body: `${files(sent)} ${sent === 1 ? 'has' : 'have'} reached Counterpart.`,
  };
}

function files(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
