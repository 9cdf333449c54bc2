import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { currentUser } from '../../db/queries/account/current-user.ts';
import { subscribeTracked } from '../analytics.ts';
import { useMirror } from '../session/mirror-context.ts';
import { sendEvent, sendPerson } from './beacon.ts';

/** Sends analytics events to the server while someone is signed in. */
export function EventHost() {
  const db = useMirror();
  const user = useLiveQuery(() => currentUser(db), [db])?.user;
  const { uuid, role, organization, organizationName } = user ?? {};
  const experience = user?.experience ?? null;
  useEffect(() => {
    if (!uuid || !role || !organization || organizationName === undefined) return;
    sendPerson({ uuid, role, experience, organization, organizationName });
  }, [uuid, role, experience, organization, organizationName]);

  useEffect(() => subscribeTracked(({ event, properties }) => sendEvent(event, { ...properties })), []);
  return null;
}
