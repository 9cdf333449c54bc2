import { firstPaint } from '../../../lib/loading/first-paint.ts';
import { onlineScreen } from '../online-screen.tsx';

/** The user's own invitations. Loads after the first paint, and renders nothing without a network. */
export const OwnInvitations = onlineScreen(
  async () => {
    await firstPaint;
    return (await import('./own-invitations.tsx')).OwnInvitations;
  },
  () => null,
);
