import { createHash } from 'node:crypto';
import { clientDoes } from '../../src/contract/errors.ts';
import type { Changes } from '../../src/contract/entities/transactions/changes.ts';
import type { Document } from '../../src/contract/entities/documents/document.ts';
import type { PlainBytes } from '../../src/db/lock/seal.ts';
import { newUuid } from '../../src/db/uuid.ts';
import type { Posted, PostFile } from '../../src/sync/uploads/sending/post-file.ts';
import { NO_ROWS } from './rows.ts';
import { ScriptedServer, type Answering, type Seen } from './scripted-server.ts';

const AT = '2026-01-01T00:00:00.000Z';

/** How many seconds a session lasts after a refresh. */
const SESSION_S = 12 * 3600;

/** The requests that an upload makes. */
export type Step = 'refresh' | 'presign' | 'store' | 'create' | 'get' | 'delete' | 'changes';

/** Called before and after each step. The returned fault is sent instead of the response. */
type Hook = (step: Step, when: 'before' | 'after', uuid: string) => Fault | null | Promise<Fault | null>;
export type Fault = Answering | 'hang up';

interface Made {
  document: Document;
  deleted: boolean;
}

/**
 * A model of the servers that an upload uses, over real HTTP: presign, create, get and delete of documents, and the feed,
 * with the server's rules (one document per uuid, responses stored by Idempotency-Key), and an object store behind
 * `postFile`.
 */
export class DocumentServer {
  readonly http: ScriptedServer;
  readonly deals = new Set<string>();
  readonly made = new Map<string, Made>();
  readonly objects = new Map<string, string>();
  /** Every request, in order. */
  readonly asked: { step: Step; uuid: string }[] = [];
  hook: Hook = () => null;
  /** Returns what the store keeps of a file. Override it to damage files. */
  keep: (bytes: string) => string = (bytes) => bytes;
  /** How many uploads to the store are in progress, and the most that were in progress at the same time. */
  sending = 0;
  mostSending = 0;
  readonly #answers = new Map<string, { body: string; answer: Answering }>();

  private constructor(http: ScriptedServer) {
    this.http = http;
    http.script = async (request) => this.#answer(request);
  }

  static async start(): Promise<DocumentServer> {
    return new DocumentServer(await ScriptedServer.start());
  }

  /** Resets everything to one empty deal. */
  reset(deal: string): void {
    this.deals.clear();
    this.deals.add(deal);
    this.made.clear();
    this.objects.clear();
    this.asked.length = 0;
    this.#answers.clear();
    this.hook = () => null;
    this.keep = (bytes) => bytes;
    this.sending = 0;
    this.mostSending = 0;
  }

  count(step: Step, uuid?: string): number {
    return this.asked.filter((one) => one.step === step && (uuid === undefined || one.uuid === uuid)).length;
  }

  /** The documents that aren't deleted. */
  documents(): Document[] {
    return [...this.made.values()].filter(({ deleted }) => !deleted).map(({ document }) => document);
  }

  /** Adds a document to the checklist, as a colleague would. */
  addToChecklist(uuid: string): void {
    const made = this.made.get(uuid);
    if (made) made.document = { ...made.document, in_queue: false, item_id: newUuid() };
  }

  /** Deletes a document, as a colleague would. */
  deleteDocument(uuid: string): void {
    const made = this.made.get(uuid);
    if (made) made.deleted = true;
  }

  readonly postFile: PostFile = async ({ fields }, { bytes }, signal, onProgress) => {
    const key = fields['key'] ?? '';
    const uuid = key.split('/').at(-1) ?? '';
    this.asked.push({ step: 'store', uuid });
    this.sending += 1;
    this.mostSending = Math.max(this.mostSending, this.sending);
    try {
      return await Promise.race([this.#store(key, uuid, bytes, onProgress), stopped(signal)]);
    } finally {
      this.sending -= 1;
    }
  };

  async #store(
    key: string,
    uuid: string,
    bytes: PlainBytes,
    onProgress: (sentBytes: number) => void,
  ): Promise<Posted> {
    const before = await this.hook('store', 'before', uuid);
    if (before) return asPosted(before);
    this.objects.set(key, this.keep(await new Response(bytes.stream()).text()));
    onProgress(bytes.size);
    const after = await this.hook('store', 'after', uuid);
    return after ? asPosted(after) : { outcome: 'stored' };
  }

  async #answer(request: Seen): Promise<Answering | 'hang up'> {
    if (request.url === '/settled') return { status: 200, body: null };
    const { step, uuid, deal, inQueue } = read(request, this.http.origin);
    this.asked.push({ step, uuid });
    const before = await this.hook(step, 'before', uuid);
    if (before) return before;
    const answer = this.#once(request, () => this.#runCommand({ step, uuid, deal, inQueue }, request.body));
    return (await this.hook(step, 'after', uuid)) ?? answer;
  }

  #once({ headers, body, method, url }: Seen, runCommand: () => Answering): Answering {
    const key = headers['idempotency-key'];
    if (typeof key !== 'string') return runCommand();
    const said = `${method} ${url} ${body}`;
    const known = this.#answers.get(key);
    if (known)
      return known.body === said ? known.answer : refusal(422, 'invalid', 'The key was used before.');
    const answer = runCommand();
    const final = answer.status < 300 || clientDoes('', answer.status) === 'rejected';
    if (final) this.#answers.set(key, { body: said, answer });
    return answer;
  }

  #runCommand({ step, uuid, deal, inQueue = false }: Asked, body: string): Answering {
    const made = this.made.get(uuid);
    switch (step) {
      case 'refresh':
        return { status: 200, body: { expires_at: Math.floor(Date.now() / 1000) + SESSION_S } };
      case 'presign':
        if (!this.deals.has(deal)) return refusal(404, 'not_found', 'This transaction is not there.');
        if (made?.deleted)
          return refusal(409, 'uuid_taken', 'This id is already in use. Try again to get a new one.');
        if (made) return refusal(409, 'document_exists', 'This file has already been uploaded.');
        return {
          status: 200,
          body: { url: 'http://store.test/', fields: { key: `incoming/${deal}/${uuid}` } },
        };
      case 'create':
        return this.#create(JSON.parse(body));
      case 'get':
        return made && !made.deleted ? { status: 200, body: made.document } : noDocument();
      case 'delete':
        if (!made || made.deleted) return noDocument();
        if (inQueue && !made.document.in_queue)
          return refusal(409, 'on_checklist', 'It was kept because it is on the checklist.');
        made.deleted = true;
        return { status: 204 };
      case 'changes':
        return { status: 200, body: this.#changes(deal) };
      case 'store':
        throw new Error('the store is not asked over HTTP here');
    }
  }

  /** Returns everything, even to devices that already have most of it. */
  #changes(deal: string): Changes {
    const made = [...this.made.values()].filter(({ document }) => document.transaction === deal);
    const of = (deleted: boolean) => made.filter((each) => each.deleted === deleted);
    return {
      epoch: 'one',
      version: 1,
      complete: false,
      transaction: null,
      puts: { ...NO_ROWS, documents: of(false).map(({ document }) => document) },
      deletes: { ...NO_ROWS, documents: of(true).map(({ document }) => document.uuid) },
      lists: [],
      checksum: null,
    };
  }

  #create(
    input: Pick<Document, 'uuid' | 'transaction' | 'name' | 'signing_type' | 'item_id' | 'uploaded_file_key'>,
  ): Answering {
    const { uuid, transaction, name } = input;
    if (!this.deals.has(transaction)) return refusal(404, 'not_found', 'This transaction is not there.');
    if (this.made.has(uuid))
      return refusal(409, 'uuid_taken', 'This id is already in use. Try again to get a new one.');
    const bytes = this.objects.get(input.uploaded_file_key);
    if (bytes === undefined) return refusal(422, 'upload_missing', 'Upload the file first.');
    if (name.trim() === '') return refusal(422, 'invalid', 'A document needs a name.');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const document = { ...asDocument(uuid, transaction), ...input, size: bytes.length, sha256 };
    this.made.set(uuid, { document, deleted: false });
    return { status: 201, body: document };
  }
}

/** `inQueue`: delete the document only while it is in the upload queue. */
interface Asked {
  step: Step;
  uuid: string;
  deal: string;
  inQueue?: boolean;
}

function read({ method, url, body }: Seen, origin: string): Asked {
  const { pathname, searchParams } = new URL(url, origin);
  const id = pathname.split('/').at(-1) ?? '';
  if (pathname.endsWith('/presigned_url')) {
    const deal = pathname.split('/').at(-2) ?? '';
    return { step: 'presign', uuid: String(JSON.parse(body).doc_uuid), deal };
  }
  if (pathname.endsWith('/auth/refresh')) return { step: 'refresh', uuid: '', deal: '' };
  if (method === 'POST') return { step: 'create', uuid: String(JSON.parse(body).uuid), deal: '' };
  if (method === 'DELETE')
    return { step: 'delete', uuid: id, deal: '', inQueue: searchParams.get('in_queue') === 'true' };
  if (id === 'changes') return { step: 'changes', uuid: '', deal: pathname.split('/').at(-2) ?? '' };
  return { step: 'get', uuid: id, deal: '' };
}

async function stopped(signal: AbortSignal): Promise<Posted> {
  return new Promise((resolve) => {
    const stop = () => resolve({ outcome: 'stopped' });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
}

function asPosted(fault: Fault): Posted {
  return fault === 'hang up' ? { outcome: 'unreachable' } : { outcome: 'refused', status: fault.status };
}

function refusal(status: number, code: string, message: string): Answering {
  return { status, body: { code, error_message: message } };
}

function noDocument(): Answering {
  return refusal(404, 'not_found', 'This document is not there.');
}

function asDocument(uuid: string, transaction: string): Document {
  return {
    uuid,
    transaction,
    item_id: null,
    in_queue: true,
    name: '',
    signing_type: 'to_be_signed',
    upload_order: 0,
    num_pages: null,
    has_variables: false,
    metadata: { dms: null, dms_id: null, dms_processed_at: null },
    uploaded_file_key: '',
    pdf_file_key: null,
    file_url: '',
    pdf_url: null,
    file_name: 'Escrow.pdf',
    size: 0,
    sha256: '',
    thumbnails: null,
    conversion_requested_at: AT,
    conversion_finished_at: null,
    conversion_status: 'processing',
    thumbnails_finished_at: null,
    error_message: null,
    created_at: AT,
    created_by: transaction,
    version: 1,
    modified_at: AT,
    modified_by: null,
  };
}
