import { NotHereYet } from './not-here-yet.tsx';

/** Comes with signature pages (docs/product/sign-in.md, "Pages without a session"). */
export function EditorScreen() {
  return <NotHereYet title="Editor" />;
}
