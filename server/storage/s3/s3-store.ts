import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { PutObjectCommandInput, S3ClientConfig } from '@aws-sdk/client-s3';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ObjectStoreSetting } from '../../settings.ts';
import { contentDisposition } from '../content-disposition.ts';
import { assertObjectKey, downloadWindow, ObjectStoreError } from '../object-store.ts';
import { putInParts } from './put-in-parts.ts';
import type {
  ListedObject,
  LocalFile,
  ObjectStore,
  PresignDownload,
  PresignedUpload,
  PresignUpload,
  StoredObject,
} from '../object-store.ts';

export type S3Setting = Extract<ObjectStoreSetting, { kind: 's3' }>;

/** In bytes: files larger than `whole` are sent in parts of `part`. S3 accepts 5 GB at once, and 5 TB in parts. */
const SIZES = { whole: 1024 ** 3, part: 32 * 1024 ** 2 };

/** The time limit for connecting, and for stalled requests in either direction, in milliseconds. */
const TIME_LIMITS = { connection: 3000, still: 10_000 };
/** The total number of times a request is sent if it fails with a temporary error. */
const ATTEMPTS = 3;

/** The settings of every client of the bucket, so that no request waits forever. */
export function clientConfig(setting: S3Setting, limits = TIME_LIMITS): S3ClientConfig {
  return {
    region: setting.region,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: limits.connection, socketTimeout: limits.still },
    forcePathStyle: setting.pathStyle,
    ...(setting.endpoint && { endpoint: setting.endpoint }),
    ...(setting.credentials && { credentials: setting.credentials }),
    // Not every compatible store understands AWS's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

/**
 * Objects in a bucket of an S3-compatible store. The bucket's CORS rules must allow the app's origin: POST, GET and
 * HEAD, all headers, `ETag` and `Content-Range` exposed.
 */
export class S3Store implements ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #sizes: typeof SIZES;

  constructor(setting: S3Setting, sizes = SIZES, limits = TIME_LIMITS) {
    this.#bucket = setting.bucket;
    this.#sizes = sizes;
    this.#client = new S3Client(clientConfig(setting, limits));
  }

  async presignUpload(request: PresignUpload): Promise<PresignedUpload> {
    assertObjectKey(request.key);
    const { url, fields } = await createPresignedPost(this.#client, {
      Bucket: this.#bucket,
      Key: request.key,
      Conditions: [['content-length-range', 1, request.maxBytes]],
      Expires: request.expiresIn,
    });
    return { url, fields };
  }

  async put(key: string, body: LocalFile | Uint8Array, contentType?: string): Promise<void> {
    assertObjectKey(key);
    const type = contentType && { ContentType: contentType };
    if (body instanceof Uint8Array) {
      await this.#send({ Key: key, Body: body, ContentLength: body.byteLength, ...type });
      return;
    }
    if (body.size > this.#sizes.whole) {
      const object = { Bucket: this.#bucket, Key: key, ...type };
      await askBucket(() => putInParts(this.#client, object, body, this.#sizes.part));
      return;
    }
    const file = (await open(body.path)).createReadStream();
    const unread = new AbortController();
    // The client sends the stream but doesn't handle its errors, which would end the process.
    file.once('error', (error) => unread.abort(error));
    try {
      await this.#send({ Key: key, Body: file, ContentLength: body.size, ...type }, unread.signal);
    } finally {
      // If the bucket refused the file midway, the stream is still open.
      file.destroy();
    }
  }

  async get(key: string): Promise<Readable> {
    assertObjectKey(key);
    const answer = await askBucket(() =>
      this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key })),
    );
    if (!(answer.Body instanceof Readable)) throw unavailable();
    return answer.Body;
  }

  async stat(key: string): Promise<StoredObject | null> {
    assertObjectKey(key);
    try {
      const head = await askBucket(() =>
        this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key })),
      );
      return { size: head.ContentLength ?? 0 };
    } catch (error) {
      if (error instanceof ObjectStoreError && error.code === 'not_found') return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    assertObjectKey(key);
    await askBucket(() => this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key })));
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    let next: string | undefined;
    do {
      const page = await askBucket(() =>
        this.#client.send(
          new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, ContinuationToken: next }),
        ),
      );
      for (const { Key: key, LastModified: modified } of page.Contents ?? []) {
        if (key !== undefined && modified) yield { key, modified };
      }
      next = page.NextContinuationToken;
    } while (next !== undefined);
  }

  async presignDownload(key: string, request: PresignDownload): Promise<string> {
    assertObjectKey(key);
    // S3 counts from the signing date, so a URL that is signed as of the start of its window is valid for at most
    // `expiresIn`.
    const windowMs = downloadWindow(request) * 1000;
    const signingDate = new Date(Math.floor(Date.now() / windowMs) * windowMs);
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ResponseContentType: request.contentType,
      ResponseContentDisposition: contentDisposition(request.contentType, request.fileName),
      ResponseCacheControl: `private, max-age=${request.expiresIn}, immutable`,
    });
    return getSignedUrl(this.#client, command, { expiresIn: request.expiresIn, signingDate });
  }

  close(): Promise<void> {
    this.#client.destroy();
    return Promise.resolve();
  }

  async #send(object: Omit<PutObjectCommandInput, 'Bucket'>, abortSignal?: AbortSignal): Promise<void> {
    const command = new PutObjectCommand({ Bucket: this.#bucket, ...object });
    await askBucket(() => this.#client.send(command, { abortSignal }));
  }
}

/**
 * Returns the bucket's response, or throws our error if it fails.
 * @throws {ObjectStoreError} `not_found`, `unavailable`
 */
export async function askBucket<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) {
      throw new ObjectStoreError('not_found', 'The stored file is no longer there.', { cause: error });
    }
    throw unavailable(error);
  }
}

function unavailable(cause?: unknown): ObjectStoreError {
  const reason = cause instanceof Error ? ` (${cause.message})` : '';
  return new ObjectStoreError('unavailable', `The file store can’t be used right now${reason}.`, {
    cause,
  });
}
