import type { ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3';
import { S3Store as MultipartStore, type MetadataValue } from '@tus/s3-store';
import { Upload, type KvStore } from '@tus/server';
import { ARCHIVES, INCOMING } from '../object-keys.ts';
import { ObjectStoreError, type ObjectStore } from '../object-store.ts';
import type { PartialUploads } from '../partial-uploads.ts';
import { askBucket, clientConfig, type S3Setting } from './s3-store.ts';
import { unknownUpload } from '../store-refusal.ts';

/** Other processes serve the same uploads, so what this one remembers may be outdated by its next request. */
const noCache: KvStore<MetadataValue> = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
};

/**
 * Uploads in chunks as multipart uploads of the bucket. Next to the future object are `KEY.info` (the multipart upload and
 * its length) and `KEY.part` (bytes that are too few for an S3 part). Both are removed when the object is complete.
 */
export class S3Partials extends MultipartStore implements PartialUploads {
  readonly #objects: ObjectStore;
  /** The last part of each key that is being uploaded. */
  readonly #last = new Map<string, Promise<string>>();

  constructor(setting: S3Setting, objects: ObjectStore) {
    super({
      cache: noCache,
      useTags: false,
      s3ClientConfig: { ...clientConfig(setting), bucket: setting.bucket },
    });
    this.extensions = ['creation', 'termination'];
    this.#objects = objects;
  }

  override async create(upload: Upload): Promise<Upload> {
    const known = await this.#known(upload.id);
    if (known && known.size === upload.size) return known;
    await this.#giveUp(upload.id);
    return super.create(upload);
  }

  override async getUpload(id: string): Promise<Upload> {
    const known = await this.#known(id);
    if (!known) throw unknownUpload();
    return known;
  }

  override async remove(id: string): Promise<void> {
    await this.#giveUp(id);
    await this.#objects.remove(id);
  }

  /**
   * Removes uploads by their start, because the bucket doesn't record when their last part arrived. Other uploads in the
   * bucket are not ours.
   */
  async removeOlderThan(before: Date): Promise<void> {
    // An archive is written in parts, too (put-in-parts.ts).
    for (const prefix of [INCOMING, ARCHIVES]) await this.#abortOlderThan(prefix, before);
  }

  async #abortOlderThan(prefix: string, before: Date): Promise<void> {
    let page: ListMultipartUploadsCommandOutput | undefined;
    do {
      const markers = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker };
      page = await askBucket(() =>
        this.client.listMultipartUploads({ Bucket: this.bucket, Prefix: prefix, ...markers }),
      );
      for (const { Key: key, UploadId: uploadId, Initiated: begun } of page.Uploads ?? []) {
        if (key !== undefined && uploadId !== undefined && begun && begun < before) {
          await this.#abort(key, uploadId);
        }
      }
    } while (page.IsTruncated);
  }

  protected override async finishMultipartUpload(
    ...[metadata, parts]: Parameters<MultipartStore['finishMultipartUpload']>
  ): Promise<string | undefined> {
    const location = await super.finishMultipartUpload(metadata, parts);
    await this.#objects.remove(this.infoKey(metadata.file.id));
    return location;
  }

  protected override uploadPart(
    ...[metadata, bytes, number]: Parameters<MultipartStore['uploadPart']>
  ): Promise<string> {
    return this.#inOrder(metadata.file.id, () => super.uploadPart(metadata, bytes, number));
  }

  protected override uploadIncompletePart(
    ...[id, bytes]: Parameters<MultipartStore['uploadIncompletePart']>
  ): Promise<string> {
    return this.#inOrder(id, () => super.uploadIncompletePart(id, bytes));
  }

  /**
   * Sends each part after the previous one, and not at all if that one failed. With a gap, the sum of the parts would be a
   * wrong offset.
   */
  #inOrder(id: string, send: () => Promise<string>): Promise<string> {
    const before = this.#last.get(id);
    const sent = before ? before.then(send) : send();
    this.#last.set(id, sent);
    const forget = () => {
      if (this.#last.get(id) === sent) this.#last.delete(id);
    };
    sent.then(forget, forget);
    return sent;
  }

  async #known(id: string): Promise<Upload | null> {
    return (await this.#underWay(id)) ?? (await this.#finished(id));
  }

  async #underWay(id: string): Promise<Upload | null> {
    const info = await nullIfMissing(() => this.getMetadata(id));
    const parts = info && (await nullIfMissing(() => this.retrieveParts(id)));
    // If its multipart upload is missing, it was completed, or aborted by a rule of the bucket, so check the object.
    if (!info || !parts) return null;
    const inParts = parts.reduce((sum, part) => sum + (part.Size ?? 0), 0);
    if (inParts === info.file.size) {
      // The process died after the last part, before the object was complete.
      await askBucket(() => this.finishMultipartUpload(info, parts));
      return null;
    }
    const rest = await this.#objects.stat(this.partKey(id, true));
    return new Upload({ id, size: info.file.size, offset: inParts + (rest?.size ?? 0) });
  }

  async #finished(id: string): Promise<Upload | null> {
    const object = await this.#objects.stat(id);
    return object && new Upload({ id, offset: object.size, size: object.size });
  }

  async #giveUp(id: string): Promise<void> {
    const info = await nullIfMissing(() => this.getMetadata(id));
    if (info) await this.#abort(id, info['upload-id']);
    await this.#objects.remove(this.infoKey(id));
    await this.#objects.remove(this.partKey(id, true));
  }

  async #abort(key: string, uploadId: string): Promise<void> {
    await nullIfMissing(() =>
      this.client.abortMultipartUpload({ Bucket: this.bucket, Key: key, UploadId: uploadId }),
    );
  }
}

async function nullIfMissing<Answer>(send: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await askBucket(send);
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'not_found') return null;
    throw error;
  }
}
