import { lazyComponent } from '../../lib/loading/lazy-component.tsx';

/** A deal's screen, in a chunk of its own. */
export const DealScreen = lazyComponent(() =>
  import('./deal-screen.tsx').then((module) => module.DealScreen),
);
