import { v7 } from 'uuid';

/** Creates an id on the device: a UUIDv7, so that later ids sort later. */
export function newUuid(): string {
  return v7();
}
