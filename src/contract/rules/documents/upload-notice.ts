/** The notification about a batch of uploads that ended while nobody was looking. */
export interface UploadNotice {
  title: string;
  body: string;
}

/**
 * Returns the text when no more files are being uploaded: `sent` have reached the server, `failed` wait for the user
 * to try again, `undecided` wait for a decision because their deal already has the content. Null if no files are left,
 * because the user removed them.
 */
export function uploadNotice({
  sent,
  failed,
  undecided,
}: {
  sent: number;
  failed: number;
  undecided: number;
}): UploadNotice | null {
  const title = 'Uploads need attention';
  if (failed > 0)
    return { title, body: `${files(failed)} could not be uploaded. Open Counterpart to try again.` };
  if (undecided > 0)
    return { title, body: `${files(undecided)} ${undecided === 1 ? 'needs' : 'need'} your decision.` };
  if (sent === 0) return null;
  return {
    title: 'Uploads complete',
    body: `${files(sent)} ${sent === 1 ? 'has' : 'have'} been uploaded to Counterpart.`,
  };
}

function files(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
