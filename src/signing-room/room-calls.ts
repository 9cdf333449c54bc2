import type { SigningRoom, TypedStyle } from '../contract/entities/signing/signing-room.ts';
import type { TabValues } from '../contract/rules/signing/fields/fill-tabs.ts';
import type { Stroke } from '../contract/rules/signing/fields/strokes.ts';
import { CONTRACT_HEADER, CONTRACT_VERSION, SIGNING_DEVICE_HEADER } from '../contract/version.ts';

/**
 * The result of a call. `refused`: the server rejected the request, with a sentence. `unknown`: the server doesn't know the
 * link, possibly because it was restored from a backup. `later`: the server could not do it now, with a sentence if it gave
 * one, and nothing is lost; `wait` says how long to wait before a retry, in ms. `unreachable`: no response from our server.
 * `askedAt`: when the call was made. Responses that arrived after that may be newer.
 */
export type RoomAnswer =
  | { kind: 'room'; room: SigningRoom; askedAt: string }
  | { kind: 'refused' | 'unknown' | 'later'; message: string; wait: number }
  | { kind: 'unreachable'; message: null };

/** A signed page, in the form that is sent. */
export interface SignedPage {
  uuid: string;
  sha256: string;
  values: TabValues;
  signature?: string | undefined;
  at: string;
  utc_offset: number;
}

/** A signature, in the form that is sent: typed, drawn, or a picture in base64. */
export type ChosenSignature = { name: string; initials: string } & (
  | { style: TypedStyle }
  | { style: 'picture'; picture: { signature: string; initials: string | null } }
  | { style: 'drawn'; drawing: { signature: readonly Stroke[]; initials: readonly Stroke[] | null } }
);

/** The pages that a witness signs, and who the witness is. */
export type WitnessAct = {
  pages: { uuid: string; sha256: string }[];
  name: string;
  address: string;
  occupation: string;
  is_present: boolean;
} & ({ style: TypedStyle } | { style: 'drawn'; drawing: { signature: readonly Stroke[] } });

/** An action of the signatory or the witness. */
export type RoomAct =
  | { name: 'unlock'; body: { code: string } }
  | { name: 'device_code' }
  | { name: 'device'; body: { code: string } }
  | { name: 'viewed' }
  | { name: 'consent'; body: { version: string } }
  | { name: 'adopt'; body: ChosenSignature }
  | { name: 'sign'; body: { pages: SignedPage[]; sent_at: string } }
  | {
      name: 'deed_submission';
      body: { item: string; document_sha256: string; pages: SignedPage[]; sent_at: string };
    }
  | { name: 'witness'; body: WitnessAct }
  | { name: 'finish' }
  | { name: 'returned_file'; body: { uuid: string; name: string } }
  | { name: 'decline'; body: { reason: string } }
  | { name: 'delegate'; body: { name: string; email: string; note: string } };

/** No call here takes the server longer than this, ms. */
const TIMEOUT = 30_000;
/** The limit for a whole document on a slow network, ms. */
const DOWNLOAD_TIMEOUT = 180_000;
/** The limit for a scan on a slow network, ms. */
const UPLOAD_TIMEOUT = 900_000;

/** Reads the room behind a link. */
export function readRoom(token: string): Promise<RoomAnswer> {
  return ask(token, '', { method: 'GET' });
}

/** Carries out an action in the room. The server does it only once, no matter how often it is sent. */
export function actInRoom(token: string, act: RoomAct, deviceAt: string): Promise<RoomAnswer> {
  const body = JSON.stringify({ ...('body' in act && act.body), device_at: deviceAt });
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
  // Before it responds, the server moves and checks the whole file.
  return ask(token, `/${act.name}`, init, act.name === 'returned_file' ? DOWNLOAD_TIMEOUT : TIMEOUT);
}

/** Returns the address of a document of the room; null if it isn't available now. */
export async function fileOfRoom(token: string, id: string): Promise<string | null> {
  return fileAt(`${addressOf(token)}/document/${id}`);
}

/** Returns the address that a request for a file redirects to; null if it isn't available now. */
export async function fileAt(path: string): Promise<string | null> {
  const answer = await send(path, { method: 'GET' });
  const body: unknown = await answer?.json().catch(() => null);
  if (typeof body !== 'object' || body === null || !('redirect_url' in body)) return null;
  return typeof body.redirect_url === 'string' ? body.redirect_url : null;
}

/** Fetches a whole document of the room. Returns its address and its hash; null if it isn't available now. */
export async function wholeDocument(
  token: string,
  id: string,
): Promise<{ address: string; sha256: string } | null> {
  const address = await fileOfRoom(token, id);
  if (address === null) return null;
  try {
    const file = await fetch(address, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT) });
    if (!file.ok) return null;
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    return { address, sha256: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') };
  } catch {
    return null;
  }
}

const NOT_REACHED = 'We can’t reach the server. Check your connection and try again.';

/** A code for the witness, when it expires, and its QR code as an SVG. */
export interface WitnessCode {
  code: string;
  expiresAt: string;
  qr: string | null;
}

/** Returns a code for the witness, or why the witness can't have one. */
export async function askForWitnessCode(token: string): Promise<WitnessCode | { problem: string }> {
  const body = await post(`${addressOf(token)}/witness_code`, {});
  const { code, expires_at: expiresAt, qr } = body;
  if (typeof code === 'string' && typeof expiresAt === 'string')
    return { code, expiresAt, qr: typeof qr === 'string' ? qr : null };
  return { problem: problemIn(body) };
}

/** Exchanges a witness's code for the secret of their link, or returns why that isn't possible. */
export async function enterWitnessCode(code: string): Promise<{ token: string } | { problem: string }> {
  const body = await post('/api/signing/witness', { code });
  return typeof body['token'] === 'string' ? { token: body['token'] } : { problem: problemIn(body) };
}

/**
 * Returns the address where the signatory signs at another service, or why they can't. It works only once, for a few minutes.
 */
export async function addressElsewhere(token: string): Promise<{ address: string } | { problem: string }> {
  const body = await post(`${addressOf(token)}/recipient_view`, {});
  const address = body['redirect_url'];
  return typeof address === 'string' ? { address } : { problem: problemIn(body) };
}

/** A form, signed by the server, for uploading a file. */
export interface UploadForm {
  url: string;
  fields: Readonly<Record<string, string>>;
}

/** Uploads a file. Returns whether all of it has arrived. */
export async function uploadFile({ url, fields }: UploadForm, file: Blob): Promise<boolean> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  try {
    return (await fetch(url, { method: 'POST', body: form, signal: AbortSignal.timeout(UPLOAD_TIMEOUT) })).ok;
  } catch {
    return false;
  }
}

async function post(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const headers = { 'content-type': 'application/json' };
  return bodyOf(await send(path, { method: 'POST', body: JSON.stringify(body), headers }));
}

export async function bodyOf(answer: Response | null): Promise<Readonly<Record<string, unknown>>> {
  const said: unknown = await answer?.json().catch(() => null);
  return typeof said === 'object' && said !== null ? { ...said } : {};
}

export function problemIn({ error_message: message }: Readonly<Record<string, unknown>>): string {
  return typeof message === 'string' ? message : NOT_REACHED;
}

/**
 * Any other status is no judgment of the request: the same call can succeed later, after a reload, or once the server is
 * repaired.
 */
const KINDS: Readonly<Record<number, 'unknown' | 'refused'>> = { 404: 'unknown', 422: 'refused' };

async function ask(token: string, path: string, init: RequestInit, timeout = TIMEOUT): Promise<RoomAnswer> {
  const askedAt = instant();
  const answer = await send(`${addressOf(token)}${path}`, init, timeout);
  const body: unknown = await answer?.json().catch(() => null);
  if (!answer || typeof body !== 'object' || body === null) return { kind: 'unreachable', message: null };
  if (answer.ok && isRoom(body)) return { kind: 'room', room: body, askedAt };
  const message = 'error_message' in body ? body.error_message : null;
  if (typeof message !== 'string' || answer.status >= 500) return { kind: 'unreachable', message: null };
  return { kind: KINDS[answer.status] ?? 'later', message, wait: waitIn(answer) };
}

/** Returns how long the server asks to wait before a retry, ms. */
export function waitIn({ headers }: Response): number {
  return (Number(headers.get('retry-after')) || 0) * 1000;
}

export function addressOf(token: string): string {
  return `/api/signing/${encodeURIComponent(token)}`;
}

/** Identifies a browser that blocks cookies, for as long as the page is open. */
const DEVICE = navigator.cookieEnabled ? null : crypto.randomUUID();

/**
 * Sends a request. Returns null if the response doesn't come from our server: a hotel's sign-in page, for example, lacks our
 * header.
 */
export async function send(path: string, init: RequestInit, timeout = TIMEOUT): Promise<Response | null> {
  const headers = new Headers(init.headers);
  headers.set(CONTRACT_HEADER, String(CONTRACT_VERSION));
  if (DEVICE !== null) headers.set(SIGNING_DEVICE_HEADER, DEVICE);
  const signal = AbortSignal.timeout(timeout);
  try {
    const answer = await fetch(path, { ...init, headers, signal, cache: 'no-store' });
    return answer.headers.has(CONTRACT_HEADER) ? answer : null;
  } catch {
    return null;
  }
}

/** Returns the current time by this device's clock, ISO. */
export function instant(): string {
  return new Date().toISOString();
}

/** The server checks its responses against their schema, so checking the state is enough. */
function isRoom(body: object): body is SigningRoom {
  return 'state' in body && typeof body.state === 'string';
}
