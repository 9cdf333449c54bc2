import { createHmac, generateKeyPairSync, randomUUID, verify, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { EnvelopeDefinition } from '../../../server/docusign/envelope-of-packet.ts';
import type { DocusignSettings } from '../../../server/settings.ts';
import { freePort } from '../free-port.ts';

/** The faults of the next calls to the account. Each is used once, in this order. */
export type CallFault =
  /** No fault, so that the next one is for a later call. */
  | 'none'
  /** The response is lost after the work is done. */
  | 'lost'
  | 'unavailable'
  | 'expired_token'
  /** Rejected because of an error in the request. */
  | 'refused'
  /** Without a time, DocuSign doesn't say when the limit ends. */
  | { kind: 'limited'; status: 429 | 400; resetInSeconds: number | null };

/** How messages about envelopes are delivered. `held` messages wait for `letGo`. */
export type Delivery = 'at_once' | 'held' | 'doubled' | 'forged' | 'lost';

type Tab = Record<string, unknown> & { tabLabel: string; pageNumber: string };
type Tabs = Record<string, Tab[]>;

export interface SandboxEnvelope {
  readonly id: string;
  readonly transactionId: string;
  readonly definition: EnvelopeDefinition;
  readonly tabs: Tabs;
  status: 'sent' | 'delivered' | 'completed' | 'declined' | 'voided';
  deliveredAt: string | null;
  signedAt: string | null;
  declinedReason: string | undefined;
  voidedReason: string | undefined;
  signed: Uint8Array | null;
}

const INTEGRATION_KEY = randomUUID();
const USER = randomUUID();
const ACCOUNT = randomUUID();
const HMAC_KEY = 'the secret of the account';
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });

/**
 * A local stand-in for DocuSign: its sign-in, the calls of eSignature REST API 2.1 that Counterpart makes,
 * with envelopes in memory, the messages of Connect, and typical failures of such services.
 */
export class DocusignSandbox {
  readonly envelopes: SandboxEnvelope[] = [];
  readonly callFaults: CallFault[] = [];
  delivery: Delivery = 'at_once';
  hasConsent = true;
  /** Whether searches find envelopes. They don't find new ones at once, or old ones after seven days. */
  canSearch = true;
  /** How many pages are missing from signed files; if negative, how many extra pages they have. */
  missingPages = 0;
  /** How many tokens were issued, and which calls were made to the account. */
  readonly asked = { tokens: 0, calls: [] as string[] };
  readonly origin: string;
  readonly #tokens = new Set<string>();
  readonly #views = new Map<string, { envelope: SandboxEnvelope; returnUrl: string }>();
  #gate: Promise<void> | null = null;
  readonly #held: (() => Promise<void>)[] = [];
  readonly #server: Server;

  private constructor(port: number) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#server = createServer((request, response) => void this.#serve(request, response)).listen(
      port,
      '127.0.0.1',
    );
  }

  static async start(): Promise<DocusignSandbox> {
    return new DocusignSandbox(await freePort());
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  /** Returns the settings of a server that may use the account. */
  get settings(): DocusignSettings {
    return settingsFor(KEYS.privateKey, this.origin);
  }

  envelopeOf(packet: string): SandboxEnvelope {
    const found = this.envelopes.findLast(({ transactionId }) => transactionId === packet);
    if (!found) throw new Error(`There is no envelope for ${packet}.`);
    return found;
  }

  /**
   * Opens the URL that the view call returned, as the signer. It works once. Returns where they are
   * redirected afterwards.
   */
  async visit(url: string): Promise<{ envelope: SandboxEnvelope; returnUrl: string }> {
    const view = this.#views.get(url);
    if (!view) throw new Error('This address was used before, or never given.');
    this.#views.delete(url);
    const { envelope } = view;
    if (envelope.status === 'sent') {
      envelope.status = 'delivered';
      envelope.deliveredAt = new Date().toISOString();
      await this.#notify(envelope);
    }
    return view;
  }

  /** Fills in fields by their labels and signs, as the signer. */
  async sign(envelope: SandboxEnvelope, values: Record<string, string> = {}): Promise<void> {
    for (const tab of envelope.tabs['textTabs'] ?? []) tab['value'] = values[tab.tabLabel] ?? tab['value'];
    for (const tab of envelope.tabs['checkboxTabs'] ?? [])
      tab['selected'] = String(values[tab.tabLabel] === 'true');
    for (const tab of envelope.tabs['initialHereTabs'] ?? []) tab['status'] = 'signed';
    envelope.signed = await withSignatures(envelope);
    envelope.status = 'completed';
    envelope.signedAt = new Date().toISOString();
    envelope.deliveredAt ??= envelope.signedAt;
    await this.#notify(envelope);
  }

  async decline(envelope: SandboxEnvelope, reason: string): Promise<void> {
    envelope.status = 'declined';
    envelope.declinedReason = reason;
    await this.#notify(envelope);
  }

  /** Voids the envelope in DocuSign's own app, as a user there. */
  async voidThere(envelope: SandboxEnvelope, reason: string): Promise<void> {
    envelope.status = 'voided';
    envelope.voidedReason = reason;
    await this.#notify(envelope);
  }

  /** Delays the creation of the next envelope until the returned function is called. */
  holdCreation(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    return resolve;
  }

  /** Delivers the held messages in reverse order. */
  async letGo(): Promise<void> {
    for (const deliver of this.#held.splice(0).toReversed()) await deliver();
  }

  /**
   * Delivers the current state of an envelope, optionally signed with a different key. Returns the status of
   * the response.
   */
  async deliver(envelope: SandboxEnvelope, key = HMAC_KEY): Promise<number> {
    const body = JSON.stringify({
      event: `envelope-${envelope.status}`,
      apiVersion: 'v2.1',
      generatedDateTime: new Date().toISOString(),
      data: { accountId: ACCOUNT, userId: USER, envelopeId: envelope.id },
    });
    const signature = (secret: string) => createHmac('sha256', secret).update(body).digest('base64');
    const answer = await fetch(envelope.definition.eventNotification.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        // DocuSign signs each message with all of the account's keys.
        'x-docusign-signature-1': signature('a key that the server doesn’t have'),
        'x-docusign-signature-2': signature(key),
      },
      body,
    });
    return answer.status;
  }

  async #notify(envelope: SandboxEnvelope): Promise<void> {
    const deliver = async () => {
      await this.deliver(envelope);
    };
    switch (this.delivery) {
      case 'at_once':
        return deliver();
      case 'held':
        this.#held.push(deliver);
        return;
      case 'doubled':
        await Promise.all([deliver(), deliver()]);
        return deliver();
      case 'forged':
        await this.deliver(envelope, 'the key of somebody else');
        return;
      case 'lost':
        return;
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = new URL(request.url ?? '/', this.origin);
    if (url.pathname === '/oauth/token') return this.#grant(body, response);
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    if (!this.#tokens.has(token))
      return answer(response, 401, {
        errorCode: 'AUTHORIZATION_INVALID_TOKEN',
        message: 'The token has ended.',
      });
    if (url.pathname === '/oauth/userinfo')
      return answer(response, 200, { accounts: [{ account_id: ACCOUNT, base_uri: this.origin }] });
    const base = `/restapi/v2.1/accounts/${ACCOUNT}`;
    if (!url.pathname.startsWith(base)) return answer(response, 404, {});
    const path = url.pathname.slice(base.length);
    this.asked.calls.push(`${request.method} ${path}`);
    const fault = this.callFaults.shift();
    if (request.method === 'POST' && path === '/envelopes') {
      const gate = this.#gate;
      this.#gate = null;
      await gate;
    }
    if (fault === undefined || fault === 'none' || fault === 'lost') {
      const lost = fault === 'lost' ? () => void response.destroy() : null;
      return this.#account(`${request.method} ${path}`, url, body, response, lost);
    }
    if (fault === 'unavailable') return answer(response, 503, {});
    if (fault === 'refused')
      return answer(response, 400, {
        errorCode: 'INVALID_EMAIL_ADDRESS',
        message: 'The email address is invalid.',
      });
    if (fault === 'expired_token') {
      this.#tokens.clear();
      return answer(response, 401, { errorCode: 'USER_AUTHENTICATION_FAILED', message: 'Expired.' });
    }
    if (fault.resetInSeconds !== null) {
      const reset = Math.floor(Date.now() / 1000) + fault.resetInSeconds;
      response.setHeader('x-ratelimit-reset', String(reset));
    }
    return answer(response, fault.status, {
      errorCode: 'HOURLY_APIINVOCATION_LIMIT_EXCEEDED',
      message: 'The maximum number of hourly API invocations has been exceeded.',
    });
  }

  /** Checks the assertion as described in RFC 7523 and DocuSign's documentation. */
  #grant(body: Buffer, response: ServerResponse): void {
    const form = new URLSearchParams(body.toString());
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      KEYS.publicKey,
      Buffer.from(signature, 'base64url'),
    );
    const said = JSON.parse(Buffer.from(claims || 'e30', 'base64url').toString());
    const now = Date.now() / 1000;
    const isValid =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      said.iss === INTEGRATION_KEY &&
      said.sub === USER &&
      said.aud === new URL(this.origin).host &&
      said.scope === 'signature impersonation' &&
      said.iat <= now + 5 &&
      said.exp > now &&
      said.exp - said.iat <= 3600;
    if (!isSigned || !isValid) return answer(response, 400, { error: 'invalid_grant' });
    if (!this.hasConsent) return answer(response, 400, { error: 'consent_required' });
    this.asked.tokens += 1;
    const token = randomUUID();
    this.#tokens.add(token);
    answer(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 3600 });
  }

  #account(call: string, url: URL, body: Buffer, response: ServerResponse, lost: (() => void) | null): void {
    const done = (status: number, content: object | Uint8Array) =>
      lost ? lost() : answer(response, status, content);
    if (call === 'GET /envelopes') {
      const wanted = (url.searchParams.get('transaction_ids') ?? '').split(',');
      const found = this.envelopes.filter(
        ({ transactionId }) => this.canSearch && wanted.includes(transactionId),
      );
      // Without results, DocuSign omits the list.
      return done(
        200,
        found.length > 0 ? { envelopes: found.map(({ id: envelopeId }) => ({ envelopeId })) } : {},
      );
    }
    if (call === 'POST /envelopes') {
      const envelope = envelopeFrom(JSON.parse(body.toString()));
      this.envelopes.push(envelope);
      return done(201, { envelopeId: envelope.id, status: 'sent', uri: `/envelopes/${envelope.id}` });
    }
    const [method = '', path = ''] = call.split(' ');
    const [, , id, ...rest] = path.split('/');
    const envelope = this.envelopes.find((each) => each.id === id);
    if (!envelope)
      return done(400, { errorCode: 'ENVELOPE_DOES_NOT_EXIST', message: 'There is no such envelope.' });
    switch (`${method} ${rest.join('/')}`) {
      case 'GET ':
        return done(200, asAnswered(envelope));
      case 'PUT ': {
        if (envelope.status !== 'sent' && envelope.status !== 'delivered')
          return done(400, {
            errorCode: 'ENVELOPE_CANNOT_VOID_INVALID_STATE',
            message: 'Only envelopes out can be voided.',
          });
        const { status, voidedReason } = JSON.parse(body.toString());
        envelope.status = status;
        envelope.voidedReason = voidedReason;
        void this.#notify(envelope).catch(() => {});
        return done(200, { envelopeId: envelope.id });
      }
      case 'POST views/recipient':
        return this.#view(envelope, JSON.parse(body.toString()), done);
      case 'GET documents/combined':
      case 'GET documents/certificate':
        return void this.#sendFile(envelope, rest[1] === 'combined', done);
      default:
        return done(404, {});
    }
  }

  #view(
    envelope: SandboxEnvelope,
    asked: { returnUrl: string; userName: string; email: string; clientUserId: string },
    done: (status: number, content: object) => void,
  ): void {
    const [signer] = envelope.definition.recipients.signers;
    const isSame =
      asked.userName === signer.name &&
      asked.email === signer.email &&
      asked.clientUserId === signer.clientUserId;
    if (!isSame) return done(400, { errorCode: 'UNKNOWN_ENVELOPE_RECIPIENT', message: 'Not a recipient.' });
    const url = `${this.origin}/Signing/StartInSession.aspx?t=${randomUUID()}`;
    this.#views.set(url, { envelope, returnUrl: asked.returnUrl });
    done(201, { url });
  }

  async #sendFile(
    envelope: SandboxEnvelope,
    isCombined: boolean,
    done: (status: number, content: Uint8Array) => void,
  ): Promise<void> {
    done(200, await this.#file(envelope, isCombined));
  }

  async #file(envelope: SandboxEnvelope, isCombined: boolean): Promise<Uint8Array> {
    const file = isCombined
      ? await PDFDocument.load(envelope.signed ?? new Uint8Array())
      : await PDFDocument.create();
    const missing = isCombined ? this.missingPages : 0;
    for (let page = 0; page < missing; page += 1) file.removePage(0);
    for (let page = missing; page < 0; page += 1) file.addPage();
    file.addPage([612, 792]).drawText(`Certificate Of Completion\nEnvelope Id: ${envelope.id}`, { y: 700 });
    return file.save();
  }
}

function settingsFor(privateKey: KeyObject, authOrigin: string): DocusignSettings {
  return {
    integrationKey: INTEGRATION_KEY,
    userId: USER,
    accountId: ACCOUNT,
    privateKey,
    authOrigin,
    hmacKeys: ['the secret before it was rotated', HMAC_KEY],
  };
}

function envelopeFrom(definition: EnvelopeDefinition): SandboxEnvelope {
  const [signer] = definition.recipients.signers;
  return {
    id: randomUUID(),
    transactionId: definition.transactionId,
    definition,
    tabs: structuredClone(signer.tabs) as unknown as Tabs,
    status: 'sent',
    deliveredAt: null,
    signedAt: null,
    declinedReason: undefined,
    voidedReason: undefined,
    signed: null,
  };
}

/**
 * Returns an envelope in DocuSign's format: dates have more digits than milliseconds, and values are strings.
 */
function asAnswered({
  id,
  status,
  deliveredAt,
  signedAt,
  declinedReason,
  voidedReason,
  tabs,
}: SandboxEnvelope) {
  const date = (at: string | null) => (at === null ? undefined : at.replace('Z', '0000Z'));
  return {
    envelopeId: id,
    status,
    voidedReason,
    recipients: {
      signers: [
        {
          recipientId: '1',
          deliveredDateTime: date(deliveredAt),
          signedDateTime: date(signedAt),
          declinedReason,
          tabs,
        },
      ],
    },
  };
}

/** Draws a box at each signature, as DocuSign flattens its tabs into the pages. */
async function withSignatures({ definition, tabs }: SandboxEnvelope): Promise<Uint8Array> {
  const [{ documentBase64 }] = definition.documents;
  const pdf = await PDFDocument.load(Buffer.from(documentBase64, 'base64'));
  for (const tab of tabs['signHereTabs'] ?? []) {
    const page = pdf.getPage(Number(tab.pageNumber) - 1);
    const y = page.getHeight() - Number(tab['yPosition']) - 36;
    page.drawRectangle({ x: Number(tab['xPosition']), y, width: 120, height: 30, opacity: 0.9 });
  }
  return pdf.save();
}

function answer(response: ServerResponse, status: number, content: object | Uint8Array): void {
  const isFile = content instanceof Uint8Array;
  response.writeHead(status, { 'content-type': isFile ? 'application/pdf' : 'application/json' });
  response.end(isFile ? content : JSON.stringify(content));
}
