import { v7 } from 'uuid';

/** An id created on the device: UUIDv7, so that later ids sort later. */
export function newUuid(): string {
  return v7();
}
