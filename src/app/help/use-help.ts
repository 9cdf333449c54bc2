import { useLocation } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { helpOn, type Help } from '../../contract/rules/account/help-widget.ts';
import { currentUser, type CurrentUser } from '../../db/queries/account/current-user.ts';
import { useMirror } from '../session/mirror-context.ts';

const HIDDEN: Help = { kind: 'hidden' };

/** Returns the help that this page offers, and the signed-in user. */
export function useHelp(): { help: Help; who: CurrentUser | null } {
  const db = useMirror();
  const { pathname } = useLocation();
  const who = useLiveQuery(() => currentUser(db), [db]) ?? null;
  return { help: who ? helpOn(pathname, who) : HIDDEN, who };
}
