import { lazyComponent } from '../../lib/loading/lazy-component.tsx';

/** The deal screen, in a separate chunk. */
export const DealScreen = lazyComponent(() =>
  import('./deal-screen.tsx').then((module) => module.DealScreen),
);
