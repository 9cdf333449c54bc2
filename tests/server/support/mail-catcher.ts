import { once } from 'node:events';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../support/free-port.ts';

/** `from` is the sender in the envelope. */
type Received = { raw: string; from: string; to: string[] };
type ParsedMail = Awaited<ReturnType<typeof PostalMime.parse>>;

/** The server's reply to an email: a code and a text, after the recipient or after the whole email. */
type Answer = { at: 'recipient' | 'mail'; code: number; words: string };

/** A real SMTP server that stores the emails that it accepts, and rejects those that the test chooses. */
export class MailCatcher {
  readonly received: Received[] = [];
  /** Every attempt, including rejected ones. */
  readonly attempts: string[] = [];
  /** Replies to the next emails, one each. Without one, an email is accepted. */
  readonly answers: Answer[] = [];
  readonly port: number;
  #server: SMTPServer | null = null;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<MailCatcher> {
    const catcher = new MailCatcher(await freePort());
    await catcher.up();
    return catcher;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Returns the accepted emails, parsed like in a mail program. */
  async mails(): Promise<ParsedMail[]> {
    return Promise.all(this.received.map(({ raw }) => PostalMime.parse(raw)));
  }

  /** Listens on the same port each time. */
  async up(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      onRcptTo: ({ address }, _session, done) => {
        this.attempts.push(address);
        done(this.#refusal('recipient'));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const refusal = this.#refusal('mail');
          if (refusal) {
            done(refusal);
            return;
          }
          const { mailFrom, rcptTo } = session.envelope;
          this.received.push({
            raw: Buffer.concat(chunks).toString(),
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
          });
          done(null);
        });
      },
    });
    server.listen(this.port, '127.0.0.1');
    await once(server.server, 'listening');
    this.#server = server;
  }

  async down(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  #refusal(at: Answer['at']): Error | null {
    const [next] = this.answers;
    if (next?.at !== at) return null;
    this.answers.shift();
    return Object.assign(new Error(next.words), { responseCode: next.code });
  }
}
