import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { currentUser } from '../../db/queries/account/current-user.ts';
import { subscribeTracked } from '../analytics.ts';
import { useMirror } from '../session/mirror-context.ts';
import { eventsByBeacon } from './beacon.ts';

/** Another service is put in here. */
const events = eventsByBeacon;

/** Hands what is done to the services that are told of it, as long as somebody is signed in. */
export function EventHost() {
  const db = useMirror();
  const user = useLiveQuery(() => currentUser(db), [db])?.user;
  const { uuid, role, organization, organizationName } = user ?? {};
  const experience = user?.experience ?? null;
  useEffect(() => {
    if (!uuid || !role || !organization || organizationName === undefined) return;
    const person = { uuid, role, experience, organization, organizationName };
    events.person(person);
    events.company(person);
  }, [uuid, role, experience, organization, organizationName]);

  useEffect(() => subscribeTracked(({ event, properties }) => events.event(event, { ...properties })), []);
  return null;
}
