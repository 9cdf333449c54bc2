import { createHash, randomBytes } from 'node:crypto';
import { checkTimestamp } from '../../../src/contract/rules/evidence/check-timestamp.ts';
import {
  childrenOf,
  DerError,
  expectTag,
  hexOf,
  readDer,
} from '../../../src/contract/rules/evidence/der-read.ts';
import {
  concat,
  integer,
  nothing,
  octets,
  oid,
  sequence,
  yes,
  TAG,
  type Bytes,
} from '../../../src/contract/rules/evidence/der-write.ts';
import { OID } from '../../../src/contract/rules/evidence/oids.ts';

/** Why there is no timestamp, for the log. */
class TimestampError extends Error {
  override readonly name = 'TimestampError';
}

/** The maximum time that a seal waits for its timestamp. */
const LIMIT_MS = 5000;

/** Much less than the room in a signature. Timestamps of public authorities take 3 to 7 kB. */
const MOST_BYTES = 16 * 1024;

/** The maximum difference between the authority's clock and the server's. */
const MOST_DRIFT_MS = 10 * 60_000;

interface Timestamp {
  readonly token: Bytes;
  /** The authority's certificate. */
  readonly certificate: Bytes;
}

/**
 * Requests a timestamp from an authority (RFC 3161), and checks that it is for these bytes, has the nonce of this request, is
 * signed by the certificate inside, and that this certificate is for timestamps.
 * @param url may have a user and a password
 * @throws {TimestampError}
 */
export async function requestTimestamp(
  url: string,
  bytes: Bytes,
  now: Date,
  limitMs = LIMIT_MS,
): Promise<Timestamp> {
  const nonce = integer(randomBytes(8));
  const digest = createHash('sha256').update(bytes).digest();
  // TimeStampReq (RFC 3161, 2.4.1), with the authority's default policy, and its certificate in the response.
  const imprint = sequence(sequence(oid(OID.sha256), nothing), octets(digest));
  const request = sequence(integer(1), imprint, nonce, yes);
  try {
    const token = readToken(await post(url, request, limitMs));
    const check = await checkTimestamp(token, bytes);
    if (check.is === 'forged') throw new TimestampError(check.reason);
    const { facts } = check;
    if (!facts.nonce || hexOf(facts.nonce) !== hexOf(readDer(nonce).content))
      throw new TimestampError('It belongs to another request.');
    if (Math.abs(facts.at.getTime() - now.getTime()) > MOST_DRIFT_MS)
      throw new TimestampError(
        `Its time is ${facts.at.toISOString()}, but this server’s is ${now.toISOString()}.`,
      );
    return { token, certificate: facts.certificate.whole };
  } catch (error) {
    if (error instanceof TimestampError) throw error;
    if (error instanceof DerError) throw new TimestampError(`The answer is no timestamp. ${error.message}`);
    throw new TimestampError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** TimeStampResp (RFC 3161, 2.4.2). Status 0 and 1 mean that it contains a token. */
function readToken(answer: Bytes): Bytes {
  const [info, token] = childrenOf(expectTag(readDer(answer), TAG.sequence));
  const [status] = childrenOf(expectTag(info, TAG.sequence));
  const granted = expectTag(status, TAG.integer).content;
  if (!token || granted.length !== 1 || (granted[0] ?? 2) > 1)
    throw new TimestampError('The authority refused the request.');
  return token.whole;
}

/** Sends the request over HTTP (RFC 3161, 3.4). */
async function post(url: string, body: Bytes, limitMs: number): Promise<Bytes> {
  const { username, password, ...place } = partsOf(url);
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(
    'base64',
  );
  const answer = await fetch(place.href, {
    method: 'POST',
    headers: {
      'content-type': 'application/timestamp-query',
      accept: 'application/timestamp-reply',
      ...(username !== '' && { authorization: `Basic ${login}` }),
    },
    body,
    redirect: 'error',
    // The time limit covers reading the body as well.
    signal: AbortSignal.timeout(limitMs),
  });
  if (!answer.ok) throw new TimestampError(`The authority answered with the status ${answer.status}.`);
  if (!answer.body) throw new TimestampError('The answer is empty.');
  const reader = answer.body.getReader();
  const pieces: Uint8Array[] = [];
  for (let size = 0; ;) {
    const step: { value?: unknown } = await reader.read();
    if (!(step.value instanceof Uint8Array)) return concat(pieces);
    size += step.value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new TimestampError(`The answer is larger than ${MOST_BYTES} bytes.`);
    }
    pieces.push(step.value);
  }
}

function partsOf(text: string): { href: string; username: string; password: string } {
  const url = new URL(text);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  return { href: url.href, username, password };
}
