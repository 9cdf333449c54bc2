import { firstPaint } from '../../lib/loading/first-paint.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { onlineScreen } from './online-screen.tsx';

/** What the people of a deal's dialog has for others: it is of no use without the server. */
export const InviteToDeal = onlineScreen(
  () => import('./invitations/invite-to-deal.tsx').then((module) => module.InviteToDeal),
  ({ onAgain }) => (
    <Callout>
      To invite somebody by e-mail you have to be online. <Button onClick={onAgain}>Try again</Button>
    </Callout>
  ),
);

/** What one participant may do: without a network it is shown as it is. */
export const AccessChoice = onlineScreen(
  () => import('./invitations/access-choice.tsx').then((module) => module.AccessChoice),
  () => null,
);

/** What the person is invited to: nobody waits for it, and without a network nothing stands in its place. */
export const OwnInvitations = onlineScreen(
  async () => {
    await firstPaint;
    return (await import('./invitations/own-invitations.tsx')).OwnInvitations;
  },
  () => null,
);
