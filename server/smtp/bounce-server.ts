import { once } from 'node:events';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { log } from '../log.ts';
import { bounces as counted } from '../metrics.ts';
import type { BounceSettings } from './mail-addresses.ts';
import { readBounce } from './read-bounce.ts';
import { tokenIn } from './return-address.ts';

const SECOND = 1000;
const BOUNCE_BYTES_MAX = 1_000_000;
const CONNECTIONS_MAX = 20;
/** The time limit of a connection. A slower sender tries again. */
const CONNECTION_MS = 120 * SECOND;

/** The emails that bounces are about. */
export interface ReturnedMails {
  /** Whether an email has this token. `later` = its sending isn't recorded yet. */
  find(token: string): Promise<'found' | 'later' | 'unknown'>;
  /** Records why an email couldn't be delivered. It may be called several times for the same email. */
  returned(token: string, reason: string): Promise<void>;
}

/**
 * Starts the SMTP server that accepts bounces. It never sends or forwards anything. Anyone can connect, so only the token
 * in an address shows that an email is expected. An email that isn't a bounce is accepted and dropped.
 */
export async function startBounceServer(
  { bounces, host }: { bounces: BounceSettings; host: string },
  mails: ReturnedMails,
): Promise<{ close(): Promise<void> }> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL', 'VRFY'],
    name: bounces.domain,
    disableReverseLookup: true,
    size: BOUNCE_BYTES_MAX,
    rejectOversized: true,
    maxRecipients: 1,
    maxClients: CONNECTIONS_MAX,
    socketTimeout: 30 * SECOND,
    closeTimeout: 5 * SECOND,
    onRcptTo: ({ address }, _session, answer) => {
      expectBounce(address).then(answer, (error: unknown) => answer(failure(error)));
    },
    onData: (stream, { envelope }, answer) => {
      receive(stream, envelope.rcptTo[0]?.address ?? '').then(answer, (error: unknown) =>
        answer(failure(error)),
      );
    },
  });
  async function expectBounce(address: string): Promise<Error | null> {
    const token = tokenIn(bounces, address);
    const found = token === null ? 'unknown' : await mails.find(token);
    if (found === 'found') return null;
    if (found === 'later') return reply(451, 'Try again later');
    counted.inc({ outcome: 'refused' });
    return reply(550, 'No such address');
  }
  async function receive(stream: SMTPServerDataStream, address: string): Promise<Error | null> {
    const raw = await bytesOf(stream);
    if (raw === null) return null;
    const reason = stream.sizeExceeded ? null : await readBounce(raw);
    const token = tokenIn(bounces, address);
    if (reason !== null && token !== null) await mails.returned(token, reason);
    counted.inc({ outcome: reason === null ? 'ignored' : 'failed' });
    return null;
  }
  // Without a listener, a broken connection would end the process.
  server.on('error', (error) => log.info({ err: error }, 'the SMTP server for bounces had an error'));
  server.server.on('connection', (socket) => {
    const timer = setTimeout(() => socket.destroy(), CONNECTION_MS);
    socket.once('close', () => clearTimeout(timer));
  });
  server.listen(bounces.port, host);
  await once(server.server, 'listening');
  return { close: () => new Promise((resolve) => server.close(resolve)) };
}

/**
 * Reads the whole email, but keeps no more than the limit. Returns null if the connection ends first. The sender then tries
 * again.
 */
function bytesOf(stream: SMTPServerDataStream): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => {
      if (!stream.sizeExceeded) chunks.push(chunk);
    });
    stream.on('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', () => resolve(null));
  });
}

/** Makes the sender keep the bounce and try again. */
function failure(error: unknown): Error {
  log.error({ err: error }, 'a bounce could not be recorded');
  return reply(451, 'Try again later');
}

function reply(code: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode: code });
}
