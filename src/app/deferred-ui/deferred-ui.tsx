// One file of the build: what stands beside the work is fetched and kept as a whole.
import { EventHost } from '../events/event-host.tsx';
import { HelpButton as HelpButtonPart } from '../help/help-button.tsx';
import { HelpHost } from '../help/help-host.tsx';
import { NotifiedFiles as NotifiedFilesPart } from '../notifications/notified-files.tsx';
import type { NotificationRow } from '../../db/rows.ts';
import { DealsCard as DealsCardPart } from '../survey/deals-card.tsx';
import { TourHost } from '../tour/tour-host.tsx';

/** What stands beside the work of a signed-in person, on whichever page they are. */
export function Beside() {
  return (
    <>
      <HelpHost />
      <TourHost />
      <EventHost />
    </>
  );
}

/** Its place is in the bar. */
export function HelpButton() {
  return <HelpButtonPart />;
}

/** Its place is over the list of deals. */
export function DealsCard() {
  return <DealsCardPart />;
}

/** Its place is under a notification that leads to files. */
export function NotifiedFiles({ notification }: { notification: NotificationRow }) {
  return <NotifiedFilesPart notification={notification} />;
}
