import { useEffect } from 'react';
import type { MirrorDatabase } from '../../../db/database.ts';
import { askSyncLater } from '../../sync-client.ts';
import { useLockMigration } from '../lock/use-lock-migration.ts';
import { useOfflineFetching } from './use-offline-fetching.ts';
import { useUploads } from './use-uploads.ts';

// Components without output: they are loaded lazily, so that the first screen doesn't wait for them.

/** Syncs and takes care of uploads on every page, also while the device is locked. */
export function BackgroundWork({ db }: { db: MirrorDatabase }) {
  const { userId } = db;
  useEffect(() => askSyncLater((sync) => sync.attach(userId)), [userId]);
  useUploads(db);
  return null;
}

/** Downloads offline deals on every page, and has the files on this device encrypted or decrypted. */
export function UnlockedWork({ db }: { db: MirrorDatabase }) {
  useLockMigration(db);
  useOfflineFetching(db);
  return null;
}
