import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { INVITE } from './invitations/invitations-copy.ts';
import { onlineScreen } from './online-screen.tsx';

/** The invitations in a deal's participants dialog. */
export const InviteToDeal = onlineScreen(
  () => import('./invitations/invite-to-deal.tsx').then((module) => module.InviteToDeal),
  ({ onAgain }) => (
    <Callout>
      {INVITE.needsNetwork} <Button onClick={onAgain}>{INVITE.tryAgain}</Button>
    </Callout>
  ),
);

/** The access of one participant. Renders nothing without a network. */
export const AccessSelect = onlineScreen(
  () => import('./invitations/access-select.tsx').then((module) => module.AccessSelect),
  () => null,
);
