/** What is told of a batch of uploads that has ended while nobody looked. */
export interface UploadNotice {
  title: string;
  body: string;
}

/** The words when no file is on its way any more; `failed` wait for the person to try again. */
export function uploadNotice(failed: number): UploadNotice {
  if (failed === 0) return { title: 'Uploads complete', body: 'Every file has reached Counterpart.' };
  const files = failed === 1 ? '1 file' : `${failed} files`;
  return {
    title: 'Uploads need attention',
    body: `${files} could not be uploaded. Open Counterpart to try again.`,
  };
}
