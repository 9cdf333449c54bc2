import { useLiveQuery } from 'dexie-react-hooks';
import { connection } from '../../db/queries/status/connection.ts';
import { useMirror } from '../session/mirror-context.ts';
import { useBrowserOnline } from './use-browser-online.ts';

/** Whether what is not on this device can be had now, as far as browser and engine know. */
export function useReachable(): boolean {
  const db = useMirror();
  const online = useBrowserOnline();
  const reached = useLiveQuery(() => connection(db), [db]);
  return online && reached !== 'offline' && reached !== 'signed_out';
}
