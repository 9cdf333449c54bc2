import { open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';

/** The address of ClamAV's daemon. */
export type Scanner = { host: string; port: number };

export type ScanVerdict =
  | { kind: 'clean' }
  /** `name`: the signature's name. */
  | { kind: 'infected'; name: string }
  /** The file is larger than clamd accepts (`StreamMaxLength`). */
  | { kind: 'too_large' }
  /** No verdict. `reason` is for the log. */
  | { kind: 'unavailable'; reason: string };

const CHUNK_BYTES = 256 * 1024;
/** clamd is silent while it scans; a large archive takes it tens of seconds. */
const SILENCE_MS = 120_000;
const READY_MS = 5000;

/** Returns whether clamd responds. It is cheap, so call it before fetching a file to scan. */
export async function isScannerReady(scanner: Scanner): Promise<boolean> {
  try {
    return (await ask(scanner, READY_MS, async (socket) => void socket.write('zPING\0'))) === 'PONG';
  } catch {
    return false;
  }
}

/**
 * Sends a file to clamd (INSTREAM: the bytes are sent, so clamd may run elsewhere and needs no access to our files).
 */
export async function scanUpload(scanner: Scanner, path: string, signal: AbortSignal): Promise<ScanVerdict> {
  try {
    return verdictOf(await ask(scanner, SILENCE_MS, (socket) => sendFile(socket, path, signal)));
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'unavailable', reason: String(error) };
  }
}

/** clamd's responses, from its man page: `stream: OK`, `stream: NAME FOUND`, `… ERROR`. */
function verdictOf(answer: string): ScanVerdict {
  if (answer === 'stream: OK') return { kind: 'clean' };
  const [, name] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (name !== undefined) return { kind: 'infected', name };
  if (answer.startsWith('INSTREAM size limit exceeded')) return { kind: 'too_large' };
  return { kind: 'unavailable', reason: `clamd answered "${answer}"` };
}

/**
 * One command and its response, without the trailing zero byte.
 * @throws {Error} if the connection breaks before there is a response
 */
async function ask(
  { host, port }: Scanner,
  silenceMs: number,
  send: (socket: Socket) => Promise<void>,
): Promise<string> {
  const socket = connect({ host, port });
  const answered = new Promise<string>((resolve, reject) => {
    let answer = '';
    const end = (error: Error) => {
      // clamd may refuse a file, and hang up, before it has received all of it. The response still counts.
      if (answer.endsWith('\0')) resolve(answer.slice(0, -1).trim());
      else reject(error);
    };
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.once('error', end);
    socket.once('close', () => end(new Error('clamd closed the connection without an answer')));
    socket.setTimeout(silenceMs, () => end(new Error(`clamd was silent for ${silenceMs / 1000} s`)));
  });
  try {
    // A failure while sending means a broken connection, or is our own problem with the file.
    await Promise.race([answered, send(socket)]);
    return await answered;
  } finally {
    socket.destroy();
  }
}

/** Chunks, each preceded by its length, and a length of 0. */
async function sendFile(socket: Socket, path: string, signal: AbortSignal): Promise<void> {
  const file = await open(path);
  try {
    await write(socket, Buffer.from('zINSTREAM\0'));
    const chunk = Buffer.allocUnsafe(4 + CHUNK_BYTES);
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(chunk, 4, CHUNK_BYTES, null);
      chunk.writeUInt32BE(bytesRead);
      await write(socket, chunk.subarray(0, 4 + bytesRead));
      if (bytesRead === 0) return;
    }
  } finally {
    await file.close();
  }
}

/** Resolves once the bytes are sent, so that the buffer can be filled again. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
