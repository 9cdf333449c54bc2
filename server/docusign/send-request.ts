import * as z from 'zod';

/**
 * The outcome of a request to DocuSign. `retry`: it can succeed later. `limited`: DocuSign did nothing because of a rate limit,
 * which ends at the time `at` if DocuSign gave one. `rejected`: it will never succeed as it is. `consent_required`: the user in
 * the settings hasn't allowed this server to act in their name.
 */
export type Outcome<Value> = { readonly kind: 'ok'; readonly value: Value } | Failure;
export type Failure =
  | { readonly kind: 'retry'; readonly reason: string }
  | { readonly kind: 'limited'; readonly at: Date | null; readonly reason: string }
  | { readonly kind: 'rejected'; readonly code: string; readonly sentence: string }
  | { readonly kind: 'consent_required' };

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Longer than any call to DocuSign takes. Milliseconds. */
const LIMIT_MS = 30_000;

/** Much larger than a packet can be: DocuSign takes files of at most 25 MB. */
const MOST_BYTES = 200_000_000;

/** DocuSign's two error formats: of its sign-in, and of its accounts. */
const errorSchema = z.object({
  error: z.string().optional(),
  error_description: z.string().optional(),
  errorCode: z.string().optional(),
  message: z.string().optional(),
});

/** Sends a request and parses the response with the schema. It never throws. */
export async function send<Value>(
  url: string,
  request: Request,
  schema: z.ZodType<Value>,
): Promise<Outcome<Value>> {
  const sent = await sendForBytes(url, request);
  if (sent.kind !== 'ok') return sent;
  const parsed = schema.safeParse(jsonIn(sent.value));
  if (parsed.success) return { kind: 'ok', value: parsed.data };
  return { kind: 'retry', reason: 'DocuSign’s answer can’t be read.' };
}

/** Sends a request and returns the bytes of the response. It never throws. */
export async function sendForBytes(url: string, request: Request): Promise<Outcome<Uint8Array>> {
  try {
    const answer = await fetch(url, {
      ...request,
      redirect: 'error',
      // The time limit covers reading the body as well.
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const bytes = await read(answer);
    return answer.ok ? { kind: 'ok', value: bytes } : failureOf(answer, bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'retry', reason: `DocuSign can’t be reached: ${reason}` };
  }
}

function failureOf({ status, headers }: Response, bytes: Uint8Array): Failure {
  const { error, error_description, errorCode, message } = errorSchema.safeParse(jsonIn(bytes)).data ?? {};
  const code = errorCode ?? error ?? `HTTP_${status}`;
  if (code === 'consent_required') return { kind: 'consent_required' };
  const said = message ?? error_description ?? '';
  const reason = `${code}${said === '' ? '' : `: ${said}`}`;
  // Limits per hour, for bursts, and per envelope, each with its own code.
  if (status === 429 || code.toUpperCase().endsWith('_LIMIT_EXCEEDED'))
    return { kind: 'limited', at: resetOf(headers), reason };
  if (status >= 500 || status === 408) return { kind: 'retry', reason };
  return { kind: 'rejected', code, sentence: said === '' ? `DocuSign answered ${code}.` : said };
}

/** In seconds since 1970. */
function resetOf(headers: Headers): Date | null {
  const seconds = Number(headers.get('x-ratelimit-reset'));
  return Number.isSafeInteger(seconds) && seconds > 0 ? new Date(seconds * 1000) : null;
}

async function read(answer: Response): Promise<Uint8Array> {
  if (!answer.body) return new Uint8Array();
  const reader = answer.body.getReader();
  const pieces: Uint8Array[] = [];
  for (let size = 0; ;) {
    const step: { value?: unknown } = await reader.read();
    if (!(step.value instanceof Uint8Array)) return Buffer.concat(pieces);
    size += step.value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new Error(`The answer is larger than ${MOST_BYTES} bytes.`);
    }
    pieces.push(step.value);
  }
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}
