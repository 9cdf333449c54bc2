import { createContext, use } from 'react';
import type { MirrorDatabase } from '../../db/database.ts';
import type { AccountRow } from '../../db/device-database.ts';

export interface LoadedUser {
  account: AccountRow;
  db: MirrorDatabase;
}

export const MirrorContext = createContext<LoadedUser | null>(null);

/** Returns the signed-in user and their mirror. Only for components below `SignedIn`. */
export function useLoadedUser(): LoadedUser {
  const loaded = use(MirrorContext);
  if (!loaded) throw new Error('This component must be rendered below SignedIn.');
  return loaded;
}

export function useMirror(): MirrorDatabase {
  return useLoadedUser().db;
}
