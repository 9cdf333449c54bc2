/** The lock is on, and nobody has unlocked it. Sealed data can't be read now, but isn't lost. */
export class LockedError extends Error {
  constructor() {
    super('This device is locked.');
  }
}
