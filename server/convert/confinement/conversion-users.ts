import { createServer } from 'node:net';

/** A numeric user that no account and no other conversion has. */
export type ConversionUser = {
  uid: number;
  release(): void;
};

/**
 * The range is above the users of systemd-homed and below its dynamic ones, and within the 65,536 users that a container may
 * have. No account needs to exist, because the kernel identifies users by number.
 */
const FIRST_UID = 60_800;
const USERS = 256;

/** Each process starts at a different number, so that two processes rarely try the same one. */
let next = process.pid % USERS;

/**
 * Reserves a user for one conversion, across all server processes of this machine: the reservation is an abstract Unix
 * socket, which the kernel closes when the process that holds it dies.
 * @throws {Error} if all users are taken
 */
export async function reserveConversionUser(): Promise<ConversionUser> {
  for (let tried = 0; tried < USERS; tried += 1) {
    const uid = FIRST_UID + next;
    next = (next + 1) % USERS;
    const release = await reserve(`\0counterpart-conversion-user-${uid}`);
    if (release) return { uid, release };
  }
  throw new Error(`All ${USERS} users for conversions are in use`);
}

/** Reserves a name; null = another process or conversion has it. */
function reserve(name: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    const socket = createServer((connection) => connection.destroy());
    socket.once('error', (error) => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    socket.listen({ path: name, exclusive: true }, () => {
      socket.unref();
      resolve(() => socket.close());
    });
  });
}
