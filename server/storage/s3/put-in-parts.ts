import { open } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { LocalFile } from '../object-store.ts';

/** S3's maximum number of parts per object. */
const PARTS_MAX = 10_000;

/** The future object. */
type Object = { Bucket: string; Key: string; ContentType?: string };

/**
 * Stores a file of any size, part by part. The object appears when the last part is complete, or not at all. `partBytes` is
 * the size of each part except the last (S3 requires at least 5 MiB); parts are larger if there would be too many.
 */
export async function putInParts(
  client: S3Client,
  object: Object,
  { path, size }: LocalFile,
  partBytes: number,
): Promise<void> {
  const { Bucket, Key } = object;
  const file = await open(path);
  try {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
    const upload = { Bucket, Key, UploadId };
    try {
      const most = Math.max(partBytes, Math.ceil(size / PARTS_MAX));
      const parts: CompletedPart[] = [];
      for (let from = 0; from < size; from += most) {
        // Kept in memory, unlike a stream, so that the client can send it again.
        const Body = Buffer.alloc(Math.min(most, size - from));
        const { bytesRead } = await file.read(Body, 0, Body.length, from);
        if (bytesRead < Body.length) throw new Error('The file is shorter than announced.');
        const PartNumber = parts.length + 1;
        const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
        parts.push({ PartNumber, ETag });
      }
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }));
    } catch (error) {
      // The daily sweep discards what can't be discarded now.
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
      throw error;
    }
  } finally {
    await file.close();
  }
}
