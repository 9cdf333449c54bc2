import { lazyComponent } from '../../lib/loading/lazy-component.tsx';

/** The sign-in page, in a separate chunk, so that signed-in users do not wait for it. It is precached. */
export const LoginScreen = lazyComponent(() =>
  import('./login-screen.tsx').then((module) => module.LoginScreen),
);
