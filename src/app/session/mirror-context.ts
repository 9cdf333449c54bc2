import { createContext, use } from 'react';
import type { MirrorDatabase } from '../../db/database.ts';
import type { AccountRow } from '../../db/device-database.ts';

export interface LoadedUser {
  account: AccountRow;
  db: MirrorDatabase;
}

export const MirrorContext = createContext<LoadedUser | null>(null);

/** The signed-in person and their mirror. Only below `SignedIn`. */
export function useLoadedUser(): LoadedUser {
  const loaded = use(MirrorContext);
  if (!loaded) throw new Error('This part of the app needs a signed-in person around it.');
  return loaded;
}

export function useMirror(): MirrorDatabase {
  return useLoadedUser().db;
}
