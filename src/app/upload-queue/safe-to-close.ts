import { CLOSING } from './upload-queue-copy.ts';

/** The work that is only on this device, and what holds it up. */
export interface UnsentWork {
  /** Files that are still being copied to this device. Closing the page would lose them. */
  copying: number;
  /** Files on their way to the server. */
  files: number;
  /** Edits that the server has not confirmed. */
  edits: number;
  /** Failed and duplicate files that need the user. */
  failed: number;
  /** Files that never arrived and are not on this device either. The user must add them again. */
  notHere: number;
  /** Files in the queue that were never stored, because they are too small or unreadable. */
  notTaken?: number;
  /** Rejected edits that need the user. */
  rejected: number;
  offline: boolean;
  /** Whether uploads are paused, by the user or by data saver. Edits are not affected. */
  paused: boolean;
  signedOut: boolean;
  /** Whether the browser continues uploads without an open page. */
  continuesInBackground: boolean;
  /** Whether files wait until the device is unlocked. */
  locks?: boolean;
}

/** Returns what happens if the user closes the app now: whether work is lost, kept, or continues. */
export function safeToClose(work: UnsentWork): string {
  const { copying, failed, rejected, notHere, notTaken = 0 } = work;
  if (copying > 0) return CLOSING.copying;
  const sentences = sendingSentences(work);
  if (sentences.length === 0 && failed + rejected > 0)
    sentences.push(CLOSING.needAttention(workInWords(failed, rejected), failed + rejected));
  if (notHere > 0) sentences.push(CLOSING.addAgain(notHere));
  if (notTaken > 0) sentences.push(CLOSING.notAdded(notTaken));
  return sentences.length === 0 ? CLOSING.saved : [CLOSING.safe, ...sentences].join(' ');
}

/** If only files are held up, they are described separately. */
function sendingSentences(work: UnsentWork): string[] {
  const { files, edits, paused, signedOut, locks = false } = work;
  if (files + edits === 0) return [];
  const filesWaitAlone = (paused || locks) && !signedOut && files > 0 && edits > 0;
  return filesWaitAlone
    ? [sendingSentence({ ...work, edits: 0 }), sendingSentence({ ...work, files: 0 })]
    : [sendingSentence(work)];
}

function sendingSentence(work: UnsentWork): string {
  const { files, edits, offline, paused, signedOut, continuesInBackground, locks = false } = work;
  const words = workInWords(files, edits);
  const sent = (when: Parameters<typeof CLOSING.sentLater>[2]) =>
    CLOSING.sentLater(words, files + edits, when);
  if (signedOut) return sent('signedIn');
  if (paused && files > 0) return sent('resumed');
  if (locks && files > 0) return sent(offline ? 'unlockedOnline' : 'unlocked');
  // Only an open page sends edits.
  if (!continuesInBackground || edits > 0) return sent(offline ? 'backOnline' : 'back');
  // No browser keeps a closed app running for long.
  return offline ? sent('connected') : CLOSING.keepsUploading(words);
}

function workInWords(files: number, edits: number): string {
  if (edits === 0) return CLOSING.files(files);
  return files === 0 ? CLOSING.changes(edits) : CLOSING.both(CLOSING.files(files), CLOSING.changes(edits));
}
