import { AppBar } from '../../app-bar/app-bar.tsx';
import { useNotifyFirstPaint } from '../../lib/loading/first-paint.ts';
import { NeedsNetwork } from './online-screen.tsx';

/** In the place of a signed-in person's page that cannot be had: below the bar, so that they can go on from there. */
export function NeedsNetworkBelowBar({ onAgain }: { onAgain: () => void }) {
  useNotifyFirstPaint(true);
  return (
    <>
      <AppBar />
      <NeedsNetwork onAgain={onAgain} />
    </>
  );
}
