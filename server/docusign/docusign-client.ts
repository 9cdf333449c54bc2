import * as z from 'zod';
import type { DocusignSettings } from '../settings.ts';
import { envelopeSchema, type Envelope } from './envelope.ts';
import type { EnvelopeDefinition } from './envelope-of-packet.ts';
import { JwtGrant, type Access } from './jwt-grant.ts';
import { send, sendForBytes, type Outcome, type Request } from './send-request.ts';

/** The recipient whose view of an envelope is opened. All fields except `returnUrl` are as in the envelope. */
export interface Recipient {
  readonly name: string;
  readonly email: string;
  readonly clientUserId: string;
  /** Where DocuSign sends the browser afterward. */
  readonly returnUrl: string;
}

/** The parts of DocuSign's eSignature REST API (version 2.1) that this server uses. None of its functions throw. */
export interface Docusign {
  /** Returns whether the user in the settings lets this server act in their name. */
  signIn(): Promise<Outcome<null>>;
  /** Returns the ids of the envelopes with a transaction id. DocuSign knows it for seven days. */
  findEnvelopes(transactionId: string): Promise<Outcome<string[]>>;
  createEnvelope(definition: EnvelopeDefinition): Promise<Outcome<string>>;
  readEnvelope(envelope: string): Promise<Outcome<Envelope>>;
  /** Returns an address that opens the envelope for its recipient, once, within five minutes. */
  openView(envelope: string, recipient: Recipient): Promise<Outcome<string>>;
  /** Returns all signed pages, followed by the certificate of completion, in one PDF. */
  readSigned(envelope: string): Promise<Outcome<Uint8Array>>;
  readCertificate(envelope: string): Promise<Outcome<Uint8Array>>;
  voidEnvelope(envelope: string, reason: string): Promise<Outcome<null>>;
}

const foundSchema = z.object({ envelopes: z.array(z.object({ envelopeId: z.string() })).optional() });
const createdSchema = z.object({ envelopeId: z.string().min(1) });
const viewSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** DocuSign's limit, in characters. */
const REASON_MAX = 200;

/** Opens the account in the settings. No request is sent before the first call. */
export function openDocusign(settings: DocusignSettings, now: () => Date): Docusign {
  const grant = new JwtGrant(settings, now);

  /** A token can end early, so a refused one is replaced once. */
  const withAccess = async <Value>(
    call: (access: Access) => Promise<Outcome<Value>>,
  ): Promise<Outcome<Value>> => {
    const access = await grant.access(null);
    if (access.kind !== 'ok') return access;
    const first = await call(access.value);
    if (first.kind !== 'rejected' || !ENDED_TOKEN.has(first.code)) return first;
    const renewed = await grant.access(access.value.token);
    return renewed.kind === 'ok' ? call(renewed.value) : renewed;
  };
  const ask = async <Value>(
    path: string,
    request: Pick<Request, 'method' | 'body'>,
    schema: z.ZodType<Value>,
  ): Promise<Outcome<Value>> =>
    withAccess(async (access) => send(`${access.account}${path}`, authorized(request, access), schema));
  const download = async (path: string): Promise<Outcome<Uint8Array>> =>
    withAccess(async (access) =>
      sendForBytes(`${access.account}${path}`, authorized({ method: 'GET' }, access)),
    );

  return {
    signIn: async () => mapped(await grant.access(null), () => null),
    findEnvelopes: async (transactionId) =>
      mapped(
        await ask(
          `/envelopes?transaction_ids=${encodeURIComponent(transactionId)}`,
          { method: 'GET' },
          foundSchema,
        ),
        ({ envelopes = [] }) => envelopes.map(({ envelopeId }) => envelopeId),
      ),
    createEnvelope: async (definition) =>
      mapped(
        await ask('/envelopes', { method: 'POST', body: JSON.stringify(definition) }, createdSchema),
        ({ envelopeId }) => envelopeId,
      ),
    readEnvelope: async (envelope) =>
      ask(`${at(envelope)}?include=recipients,tabs`, { method: 'GET' }, envelopeSchema),
    openView: async (envelope, { name, email, clientUserId, returnUrl }) => {
      const asked = { returnUrl, authenticationMethod: 'None', email, userName: name, clientUserId };
      const path = `${at(envelope)}/views/recipient`;
      return mapped(
        await ask(path, { method: 'POST', body: JSON.stringify(asked) }, viewSchema),
        ({ url }) => url,
      );
    },
    readSigned: async (envelope) => download(`${at(envelope)}/documents/combined?certificate=true`),
    readCertificate: async (envelope) => download(`${at(envelope)}/documents/certificate`),
    voidEnvelope: async (envelope, reason) => {
      const body = JSON.stringify({ status: 'voided', voidedReason: reason.slice(0, REASON_MAX) });
      return mapped(await ask(at(envelope), { method: 'PUT', body }, z.unknown()), () => null);
    },
  };
}

/** The codes for a token that has ended or was revoked. */
const ENDED_TOKEN: ReadonlySet<string> = new Set([
  'AUTHORIZATION_INVALID_TOKEN',
  'USER_AUTHENTICATION_FAILED',
  'HTTP_401',
]);

function at(envelope: string): string {
  return `/envelopes/${encodeURIComponent(envelope)}`;
}

function authorized(request: Pick<Request, 'method' | 'body'>, { token }: Access): Request {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
  };
  return { ...request, headers };
}

function mapped<From, To>(outcome: Outcome<From>, to: (value: From) => To): Outcome<To> {
  return outcome.kind === 'ok' ? { kind: 'ok', value: to(outcome.value) } : outcome;
}
