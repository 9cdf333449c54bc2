// One chunk of the build: all UI that is not needed for the first paint loads and is cached together.
import { EventHost } from '../events/event-host.tsx';
import { HelpButton as HelpButtonPart } from '../help/help-button.tsx';
import { HelpHost } from '../help/help-host.tsx';
import { NotifiedFiles as NotifiedFilesPart } from '../notifications/notified-files.tsx';
import type { NotificationRow } from '../../db/rows.ts';
import { DealsCard as DealsCardPart } from '../survey/deals-card.tsx';
import { TourHost } from '../tour/tour-host.tsx';

/** Help, the tour and the event reports, on all signed-in pages. */
export function DeferredUi() {
  return (
    <>
      <HelpHost />
      <TourHost />
      <EventHost />
    </>
  );
}

/** Shown in the app bar. */
export function HelpButton() {
  return <HelpButtonPart />;
}

/** Shown above the deal list. */
export function DealsCard() {
  return <DealsCardPart />;
}

/** Shown below a notification with files. */
export function NotifiedFiles({ notification }: { notification: NotificationRow }) {
  return <NotifiedFilesPart notification={notification} />;
}
