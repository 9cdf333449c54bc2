import { AppBar } from '../../app-bar.tsx';
import { useFirstPicture } from '../../lib/first-paint.ts';
import { NeedsNetwork } from './online-screen.tsx';

/** In the place of a signed-in person's page that cannot be had: below the bar, so that they can go on from there. */
export function NeedsNetworkBelowBar({ onAgain }: { onAgain: () => void }) {
  useFirstPicture(true);
  return (
    <>
      <AppBar />
      <NeedsNetwork onAgain={onAgain} />
    </>
  );
}
