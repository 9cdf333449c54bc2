/** The lock is on, and nobody has unlocked it: what is sealed cannot be read now, and is not lost. */
export class LockedError extends Error {
  constructor() {
    super('This device is locked.');
  }
}
