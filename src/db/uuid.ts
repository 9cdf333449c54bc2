import { v7 } from 'uuid';

/** An id made on the device: UUIDv7, so that ids made later sort later. */
export function newUuid(): string {
  return v7();
}
