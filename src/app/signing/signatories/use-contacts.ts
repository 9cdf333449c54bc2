import { useLiveQuery } from 'dexie-react-hooks';
import { contactsOnDevice, type Contact } from '../../../db/queries/signing/signatories/contacts.ts';
import { useMirror } from '../../session/mirror-context.ts';

const NONE: readonly Contact[] = [];

/** Returns the contacts to suggest in a deal; none until they are read. */
export function useContacts(transaction: string): readonly Contact[] {
  const db = useMirror();
  return useLiveQuery(() => contactsOnDevice(db, transaction), [db, transaction]) ?? NONE;
}
