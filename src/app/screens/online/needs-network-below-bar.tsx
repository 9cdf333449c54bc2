import { AppBar } from '../../app-bar/app-bar.tsx';
import { useNotifyFirstPaint } from '../../lib/loading/first-paint.ts';
import { NeedsNetwork } from './online-screen.tsx';

/** Replaces a signed-in page that cannot be loaded, and keeps the app bar. */
export function NeedsNetworkBelowBar({ onAgain }: { onAgain: () => void }) {
  useNotifyFirstPaint(true);
  return (
    <>
      <AppBar />
      <NeedsNetwork onAgain={onAgain} />
    </>
  );
}
