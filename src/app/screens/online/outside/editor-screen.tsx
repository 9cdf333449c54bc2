import { NotHereYet } from './not-here-yet.tsx';

/** Comes with signature pages (core spec 2, /editor). */
export function EditorScreen() {
  return <NotHereYet title="Editor" />;
}
