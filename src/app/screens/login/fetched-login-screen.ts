import { lazyComponent } from '../../lib/loading/lazy-component.tsx';

/** The sign-in, in a chunk of its own: who has a session does not wait for it. Kept for use without a network. */
export const LoginScreen = lazyComponent(() =>
  import('./login-screen.tsx').then((module) => module.LoginScreen),
);
