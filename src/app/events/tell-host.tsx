import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { SAMPLE_RATES } from '../../contract/rules/events.ts';
import { currentUser } from '../../db/queries/current-user.ts';
import { hearTracked } from '../analytics.ts';
import { useMirror } from '../session/mirror-context.ts';
import { errorsByBeacon, eventsByBeacon } from './beacon.ts';

/** Other services are put in here. */
const events = eventsByBeacon;
const errors = errorsByBeacon;

errors.init(SAMPLE_RATES);
// To the end of the page: what broke takes the screens with it.
window.addEventListener('error', ({ error }: ErrorEvent) => errors.report(error));
window.addEventListener('unhandledrejection', ({ reason }) => errors.report(reason));

/** Hands what is done to the services that are told of it, as long as somebody is signed in. */
export function TellHost() {
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

  useEffect(() => hearTracked(({ event, properties }) => events.event(event, { ...properties })), []);
  return null;
}
