// `npm run admin -- …`: for the operator of the server, on its machine and with its settings.
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { DatabaseError } from '../postgres/database-error.ts';
import { NO_LIMITS } from '../postgres/connection-pool.ts';
import { makeKysely } from '../postgres/kysely.ts';
import { migrate, MigrationError } from '../postgres/migrate.ts';
import { openDatabase } from '../postgres/open-database.ts';
import { readSettings, SettingsError, type Settings } from '../settings.ts';
import { openObjectStore, storeSecretFile } from '../storage/open-object-store.ts';
import { migrations } from '../store/migrations.ts';
import type { Tables } from '../store/tables.ts';
import { AdminError } from './admin-error.ts';
import { checkDocusign } from './check-docusign.ts';
import { administer } from './administer.ts';
import { backup, restore, verify } from './backup.ts';
import { verifyEvidence } from './verify-evidence.ts';

/** Reads a password that is typed without echo, or everything from a pipe. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trimEnd();
  process.stdout.write('Password: ');
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: process.stdin, output: unseen, terminal: true });
  const password = await line.question('');
  line.close();
  process.stdout.write('\n');
  return password;
}

/** Waits while the reader is slower. */
async function writeLine(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}

async function run(): Promise<string> {
  const words = process.argv.slice(2);
  const [command, folder] = words;
  if (command === 'verify' && folder !== undefined) return verify(folder);
  const settings = readSettings();
  if (command === 'restore' && folder !== undefined) return restore(folder, async () => openTarget(settings));
  const database = await openDatabase(settings);
  try {
    const db = makeKysely<Tables>(database.address, { maxConnections: 3, limits: NO_LIMITS });
    try {
      await migrate(db, migrations);
      const now = () => new Date();
      const backUp = async (to: string) => {
        const { store: objects } = await openObjectStore(settings);
        const say = (line: string) => void process.stdout.write(`${line}\n`);
        try {
          return await backup({ db, objects, now, say, address: database.address }, to);
        } finally {
          await objects.close();
        }
      };
      const checkEvidence = async (packet: string) => {
        const { store: objects } = await openObjectStore(settings);
        try {
          return await verifyEvidence({ db, objects }, packet);
        } finally {
          await objects.close();
        }
      };
      const secretFile = storeSecretFile(settings);
      return await administer(
        {
          db,
          now,
          askPassword,
          writeLine,
          backUp,
          verifyEvidence: checkEvidence,
          secretFile,
          checkDocusign: async () => checkDocusign(settings, now),
        },
        words,
      );
    } finally {
      await db.destroy();
    }
  } finally {
    await database.close();
  }
}

/** The installation into which a backup is restored. The restore creates its schema. */
async function openTarget(settings: Settings) {
  const database = await openDatabase(settings);
  const { store: objects } = await openObjectStore(settings);
  const close = async () => {
    await objects.close();
    await database.close();
  };
  return { target: { address: database.address, objects, now: () => new Date() }, close };
}

const KNOWN = [AdminError, DatabaseError, MigrationError, SettingsError];

try {
  const answer = await run();
  if (answer !== '') process.stdout.write(`${answer}\n`);
} catch (error) {
  const isKnown = error instanceof Error && KNOWN.some((kind) => error instanceof kind);
  process.stderr.write(`${isKnown ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
