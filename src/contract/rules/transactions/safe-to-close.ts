/** What stands on this device alone, and what it waits for. */
export interface Closing {
  /** Files that were dropped and are still being copied to this device: they would be lost. */
  copying: number;
  /** Files on their way to the server. */
  files: number;
  /** Edits that the server has not taken. */
  edits: number;
  /** Files that wait for the person: to try again, or to decide. */
  failed: number;
  /** Files that did not arrive, and are not on this device either: the person has to add them again. */
  notHere: number;
  /** Files in the queue that were never taken in, as they are too small or cannot be read: they are nowhere but where they came from. */
  notTaken?: number;
  /** Refused edits that wait for the person's decision. */
  refused: number;
  offline: boolean;
  /** By the person, or because data is to be spared: files alone. */
  paused: boolean;
  signedOut: boolean;
  /** Whether this browser carries uploads on when no page is open. */
  goesOn: 'by_itself' | 'on_return';
  /** Whether files wait for the device to be unlocked after that. */
  locks?: boolean;
}

/** What happens if the window is closed now, in a sentence that is true: whether work is lost, kept, or goes on. */
export function safeToClose(closing: Closing): string {
  const { copying, notHere, notTaken = 0 } = closing;
  if (copying > 0) return closingInWords(closing);
  const sentences = [closingInWords(closing)];
  if (notHere > 0)
    sentences.push(
      notHere === 1 ? '1 file has to be added again.' : `${notHere} files have to be added again.`,
    );
  if (notTaken > 0)
    sentences.push(notTaken === 1 ? '1 file was not taken in.' : `${notTaken} files were not taken in.`);
  return sentences.join(' ');
}

function closingInWords(closing: Closing): string {
  const { copying, failed, refused, notHere, notTaken = 0 } = closing;
  if (copying > 0) return 'Keep Counterpart open: files are still being copied to this device.';
  const going = goingInWords(closing);
  if (going !== null) return `You can close Counterpart: ${going}.`;
  const waiting = inWords(failed, refused);
  if (waiting === null)
    return notHere + notTaken > 0
      ? 'You can close Counterpart.'
      : 'Everything is saved. You can close Counterpart.';
  const verb = failed + refused === 1 ? 'stays' : 'stay';
  return `You can close Counterpart: ${waiting} ${verb} on this device until you decide on ${failed + refused === 1 ? 'it' : 'them'}.`;
}

/** What is on its way and what becomes of it; null = nothing is. Files that are held stand apart: edits are not. */
function goingInWords(closing: Closing): string | null {
  const { files, edits, paused, signedOut, locks = false } = closing;
  if ((paused || locks) && !signedOut && files > 0 && edits > 0)
    return `${goingInWords({ ...closing, edits: 0 })}, and ${goingInWords({ ...closing, files: 0 })}`;
  const going = inWords(files, edits);
  return going === null ? null : `${going} ${course(closing)}`;
}

/** What becomes of that which is on its way. */
function course({ files, edits, offline, paused, signedOut, goesOn, locks = false }: Closing): string {
  const one = files + edits === 1;
  const stays = one ? 'stays on this device' : 'stay on this device';
  if (signedOut) return `${stays} until you sign in again`;
  if (paused && files > 0) return `${stays} until you go on`;
  if (locks && files > 0)
    return offline
      ? `${stays} until you come back online and unlock it`
      : `${one ? 'goes' : 'go'} on when you come back and unlock this device`;
  // Edits are sent by an open page alone.
  const byItself = goesOn === 'by_itself' && edits === 0;
  if (!byItself)
    return offline ? `${stays} until you come back online` : `${one ? 'goes' : 'go'} on when you come back`;
  const onward = one ? 'goes on by itself' : 'go on by themselves';
  // No browser lets a closed app work for long.
  return offline
    ? `${onward} once there is a connection`
    : `${onward} for some minutes, and what is left when you come back`;
}

function inWords(files: number, edits: number): string | null {
  const parts = [
    files > 0 ? `${files} ${files === 1 ? 'file' : 'files'}` : null,
    edits > 0 ? `${edits} ${edits === 1 ? 'change' : 'changes'}` : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(' and ') : null;
}
