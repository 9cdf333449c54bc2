import type { Readable } from 'node:stream';

/** The data that a browser needs to send one file by form POST: fields first in the given order, the part `file` last. */
export type PresignedUpload = { url: string; fields: Record<string, string> };

export type StoredObject = {
  /** Bytes. */
  size: number;
};

/** A complete file on this machine's disk. Nobody may change or remove it until it is stored. */
export type LocalFile = {
  path: string;
  /** Bytes. */
  size: number;
};

export type ListedObject = {
  key: string;
  /** The time when it was written. */
  modified: Date;
};

export type PresignUpload = {
  key: string;
  /** The store refuses a larger file, and an empty one. */
  maxBytes: number;
  /** Seconds. */
  expiresIn: number;
};

export type PresignDownload = {
  /** The name under which the file is saved. */
  fileName: string;
  contentType: string;
  /**
   * Seconds. The URL is valid for at most this long and at least half as long. Equal calls within a window of half that time
   * get equal URLs, so that caches work.
   */
  expiresIn: number;
};

/** The number of seconds within which equal calls get equal URLs. */
export function downloadWindow({ expiresIn }: Pick<PresignDownload, 'expiresIn'>): number {
  return Math.max(1, Math.floor(expiresIn / 2));
}

/**
 * File bytes by key. Keys are `[A-Za-z0-9/_.-]`, without an empty, `.` or `..` segment. A write either completes or has no
 * effect, and is durable when its promise resolves.
 */
export interface ObjectStore {
  presignUpload(request: PresignUpload): Promise<PresignedUpload>;
  /** Replaces the existing object. A file's size is required, because a bucket needs it before the first byte. */
  put(key: string, body: LocalFile | Uint8Array, contentType?: string): Promise<void>;
  /** @throws {ObjectStoreError} `not_found`. Destroy the stream if you do not read it to its end. */
  get(key: string): Promise<Readable>;
  /** Null if there is no such object. */
  stat(key: string): Promise<StoredObject | null>;
  /** Removing a missing object is not an error. */
  remove(key: string): Promise<void>;
  /**
   * Yields all keys with this prefix, in no particular order. The prefix ends with `/`. Objects that are created or deleted
   * in the meantime may or may not be included.
   */
  list(prefix: string): AsyncIterable<ListedObject>;
  presignDownload(key: string, request: PresignDownload): Promise<string>;
  close(): Promise<void>;
}

export type ObjectStoreErrorCode = 'bad_key' | 'not_found' | 'unavailable';

export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
  readonly code: ObjectStoreErrorCode;

  constructor(code: ObjectStoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Refuses keys that could leave the store or be ambiguous.
 * @throws {ObjectStoreError} `bad_key`
 */
export function assertObjectKey(key: string): void {
  const segments = key.split('/');
  const clean =
    key.length <= 512 &&
    /^[A-Za-z0-9/_.-]+$/.test(key) &&
    segments.every(
      (segment) => segment !== '' && segment !== '.' && segment !== '..' && segment.length <= 255,
    );
  if (!clean) throw new ObjectStoreError('bad_key', 'The file store doesn’t accept this file name.');
}
