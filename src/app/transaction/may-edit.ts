import { createContext, use } from 'react';

/** Whether the user may change the deal, or only view it. */
export const MayEditContext = createContext(true);

/** Returns whether to offer edits. Commands check the permission again. */
export function useMayEdit(): boolean {
  return use(MayEditContext);
}
