import { fetched } from '../lib/fetched.tsx';

/** What stands in the place of the whole app while the device is locked. Kept for use without a network. */
export const LockScreen = fetched(() => import('./lock-screen.tsx').then((module) => module.LockScreen));
