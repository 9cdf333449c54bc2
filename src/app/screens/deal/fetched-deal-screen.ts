import { fetched } from '../../lib/fetched.tsx';

/** A deal's screen, in a chunk of its own. */
export const DealScreen = fetched(() => import('./deal-screen.tsx').then((module) => module.DealScreen));
