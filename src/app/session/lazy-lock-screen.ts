import { lazyComponent } from '../lib/loading/lazy-component.tsx';

/** What stands in the place of the whole app while the device is locked. Kept for use without a network. */
export const LockScreen = lazyComponent(() =>
  import('./lock-screen.tsx').then((module) => module.LockScreen),
);
