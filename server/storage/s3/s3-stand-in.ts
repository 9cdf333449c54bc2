import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type StandIn = {
  endpoint: string;
  /** By `/bucket/key`. */
  objects: Map<string, { bytes: Buffer; modified: Date; metadata: Record<string, string> }>;
  /** Open multipart uploads, by id. */
  uploads: Map<string, { path: string; parts: Map<number, Buffer>; initiated: Date }>;
  /** Paths, with their query, to which it responds with 503. */
  breaksAt: (url: string) => boolean;
  /** Paths to which it never responds, like a machine that hangs. */
  hangsAt: (url: string) => boolean;
  /** The number of results on one page of a list. */
  pageSize: number;
  close(): void;
};

type Answer = { status: number; body?: string | Buffer; headers?: Record<string, string> };

const missing: Answer = { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
const goneUpload: Answer = { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' };

/** A server for the part of S3 that the store uses. Its code documents what the store requires of a real one. */
export async function startStandIn(): Promise<StandIn> {
  const server = createServer((request, response) => {
    void answer(standIn, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const standIn: StandIn = {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    objects: new Map(),
    uploads: new Map(),
    breaksAt: () => false,
    hangsAt: () => false,
    pageSize: 1000,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return standIn;
}

async function answer(standIn: StandIn, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (standIn.hangsAt(request.url ?? '')) return;
  const { status, body, headers } = respond(standIn, request, await buffer(request));
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function respond(standIn: StandIn, request: IncomingMessage, body: Buffer): Answer {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://s3');
  if (standIn.breaksAt(request.url ?? '')) return { status: 503 };
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=closing/'))
    return { status: 403 };
  if (query.has('uploads'))
    return request.method === 'POST' ? beginUpload(standIn, path) : listUploads(standIn, query);
  if (query.has('uploadId')) return respondToUpload(standIn, request.method ?? '', path, query, body);
  if (query.has('list-type')) return listObjects(standIn, path, query);
  return respondToObject(standIn, request, path, body);
}

function respondToObject({ objects }: StandIn, request: IncomingMessage, path: string, body: Buffer): Answer {
  if (request.method === 'PUT') {
    const kept = Object.entries(request.headers).filter(([name]) => name.startsWith('x-amz-meta-'));
    const metadata = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
    objects.set(path, { bytes: body, modified: new Date(), metadata });
    return { status: 200 };
  }
  if (request.method === 'DELETE') {
    objects.delete(path);
    return { status: 204 };
  }
  const object = objects.get(path);
  if (!object) return missing;
  const headers = { ...object.metadata, 'Content-Length': String(object.bytes.length) };
  return { status: 200, body: object.bytes, headers };
}

function beginUpload({ uploads }: StandIn, path: string): Answer {
  const id = `upload-${uploads.size + 1}-${Date.now()}`;
  uploads.set(id, { path, parts: new Map(), initiated: new Date() });
  return {
    status: 200,
    body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  };
}

function respondToUpload(
  { objects, uploads }: StandIn,
  method: string,
  path: string,
  query: URLSearchParams,
  body: Buffer,
): Answer {
  const id = query.get('uploadId') ?? '';
  const upload = uploads.get(id);
  if (upload?.path !== path) return goneUpload;
  const parts = [...upload.parts].toSorted(([a], [b]) => a - b);
  switch (method) {
    case 'PUT':
      upload.parts.set(Number(query.get('partNumber')), body);
      return { status: 200, headers: { ETag: `"${query.get('partNumber')}"` } };
    case 'GET': {
      const told = parts.map(
        ([number, { length }]) =>
          `<Part><PartNumber>${number}</PartNumber><ETag>"${number}"</ETag><Size>${length}</Size></Part>`,
      );
      return { status: 200, body: `<ListPartsResult>${told.join('')}</ListPartsResult>` };
    }
    case 'DELETE':
      uploads.delete(id);
      return { status: 204 };
    default:
      objects.set(path, {
        bytes: Buffer.concat(parts.map(([, bytes]) => bytes)),
        modified: new Date(),
        metadata: {},
      });
      uploads.delete(id);
      return { status: 200, body: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' };
  }
}

function listUploads({ uploads, pageSize }: StandIn, query: URLSearchParams): Answer {
  const after = query.get('upload-id-marker') ?? '';
  const keyOf = (id: string) => uploads.get(id)?.path.replace(/^\/[^/]+\//, '') ?? '';
  const ids = [...uploads.keys()]
    .toSorted()
    .filter((id) => id > after && keyOf(id).startsWith(query.get('prefix') ?? ''));
  const page = ids.slice(0, pageSize);
  const told = page.map((id) => {
    const upload = uploads.get(id);
    return `<Upload><Key>${keyOf(id)}</Key><UploadId>${id}</UploadId><Initiated>${upload?.initiated.toISOString()}</Initiated></Upload>`;
  });
  const more = ids.length > pageSize;
  const next = more
    ? `<NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>${page.at(-1)}</NextUploadIdMarker>`
    : '';
  return {
    status: 200,
    body: `<ListMultipartUploadsResult><IsTruncated>${more}</IsTruncated>${next}${told.join('')}</ListMultipartUploadsResult>`,
  };
}

function listObjects({ objects, pageSize }: StandIn, path: string, query: URLSearchParams): Answer {
  const bucket = `${path.replace(/\/$/, '')}/`;
  const prefix = bucket + (query.get('prefix') ?? '');
  const after = query.get('continuation-token') ?? '';
  const paths = [...objects.keys()].filter((one) => one.startsWith(prefix) && one > after).toSorted();
  const page = paths.slice(0, pageSize);
  const told = page.map(
    (one) =>
      `<Contents><Key>${one.slice(bucket.length)}</Key><LastModified>${objects.get(one)?.modified.toISOString()}</LastModified></Contents>`,
  );
  const next = paths.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return { status: 200, body: `<ListBucketResult>${next}${told.join('')}</ListBucketResult>` };
}
