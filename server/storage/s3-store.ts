import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import {
  CopyObjectCommand,
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
import type { ObjectStoreSetting } from '../settings.ts';
import { contentDisposition } from './content-disposition.ts';
import { assertObjectKey, ObjectStoreError } from './object-store.ts';
import type {
  ListedObject,
  ObjectStore,
  PresignDownload,
  PresignedUpload,
  PresignUpload,
  StoredObject,
} from './object-store.ts';

export type S3Setting = Extract<ObjectStoreSetting, { kind: 's3' }>;

/** How every client of the bucket reaches it. */
export function clientConfig(setting: S3Setting): S3ClientConfig {
  return {
    region: setting.region,
    forcePathStyle: setting.pathStyle,
    ...(setting.endpoint && { endpoint: setting.endpoint }),
    ...(setting.credentials && { credentials: setting.credentials }),
    // AWS's newer checksums are not understood by every compatible store.
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

  constructor(setting: S3Setting) {
    this.#bucket = setting.bucket;
    this.#client = new S3Client(clientConfig(setting));
  }

  async presignUpload(request: PresignUpload): Promise<PresignedUpload> {
    assertObjectKey(request.key);
    const type = request.contentType;
    const { url, fields } = await createPresignedPost(this.#client, {
      Bucket: this.#bucket,
      Key: request.key,
      Conditions: [['content-length-range', 1, request.maxBytes]],
      Expires: request.expiresIn,
      ...(type && { Fields: { 'Content-Type': type } }),
    });
    return { url, fields };
  }

  async put(key: string, body: Readable | Uint8Array, contentType?: string): Promise<Required<StoredObject>> {
    assertObjectKey(key);
    if (body instanceof Uint8Array) {
      await this.#send(key, body, body.length, contentType);
      return { size: body.length, sha256: createHash('sha256').update(body).digest('hex') };
    }
    // S3 wants the length before the first byte, so a stream goes through a file.
    const spool = join(tmpdir(), `counterpart-${randomUUID()}`);
    const hash = createHash('sha256');
    let size = 0;
    try {
      await pipeline(
        body,
        async function* measure(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            size += chunk.length;
            hash.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(spool, { flags: 'wx', mode: 0o600 }),
      );
      await this.#send(key, createReadStream(spool), size, contentType);
    } finally {
      await rm(spool, { force: true });
    }
    return { size, sha256: hash.digest('hex') };
  }

  async get(key: string): Promise<Readable> {
    assertObjectKey(key);
    const answer = await askBucket(() =>
      this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key })),
    );
    if (!(answer.Body instanceof Readable)) throw unavailable();
    return answer.Body;
  }

  async stat(key: string, options: { withSha256?: boolean } = {}): Promise<StoredObject | null> {
    assertObjectKey(key);
    try {
      const head = await askBucket(() =>
        this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key })),
      );
      const size = head.ContentLength ?? 0;
      if (!options.withSha256) return { size };
      const hash = createHash('sha256');
      await pipeline(await this.get(key), hash);
      return { size, sha256: hash.digest('hex') };
    } catch (error) {
      if (error instanceof ObjectStoreError && error.code === 'not_found') return null;
      throw error;
    }
  }

  async copy(from: string, to: string): Promise<void> {
    assertObjectKey(from);
    assertObjectKey(to);
    await askBucket(() =>
      this.#client.send(
        new CopyObjectCommand({ Bucket: this.#bucket, Key: to, CopySource: `${this.#bucket}/${from}` }),
      ),
    );
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
    // Signed as of the start of the window and good for two, so that equal calls give equal URLs.
    const windowMilliseconds = Math.max(1, request.expiresIn) * 1000;
    const signingDate = new Date(Math.floor(Date.now() / windowMilliseconds) * windowMilliseconds);
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ResponseContentType: request.contentType,
      ResponseContentDisposition: contentDisposition(request.contentType, request.fileName),
      ResponseCacheControl: `private, max-age=${request.expiresIn}, immutable`,
    });
    return getSignedUrl(this.#client, command, { expiresIn: request.expiresIn * 2, signingDate });
  }

  close(): Promise<void> {
    this.#client.destroy();
    return Promise.resolve();
  }

  async #send(key: string, body: Readable | Uint8Array, size: number, type?: string): Promise<void> {
    await askBucket(() =>
      this.#client.send(
        new PutObjectCommand({
          Bucket: this.#bucket,
          Key: key,
          Body: body,
          ContentLength: size,
          ...(type && { ContentType: type }),
        }),
      ),
    );
  }
}

/**
 * The bucket's answer, or why there is none in our words.
 * @throws {ObjectStoreError} `not_found`, `unavailable`
 */
export async function askBucket<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) {
      throw new ObjectStoreError('not_found', 'The stored file is not there any more.', { cause: error });
    }
    throw unavailable(error);
  }
}

function unavailable(cause?: unknown): ObjectStoreError {
  const reason = cause instanceof Error ? ` (${cause.message})` : '';
  return new ObjectStoreError('unavailable', `The file store cannot be used at the moment${reason}.`, {
    cause,
  });
}
