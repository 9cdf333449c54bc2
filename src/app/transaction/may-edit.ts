import { createContext, use } from 'react';

/** Whether the person may change the deal around it, or only view it. */
export const MayEditContext = createContext(true);

/** Whether to offer edits. Commands refuse them all the same where the person may only view the deal. */
export function useMayEdit(): boolean {
  return use(MayEditContext);
}
