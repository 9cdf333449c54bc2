import type { HelpConfiguration } from '../../contract/rules/account/help-widget.ts';
import type { HelpedPerson, HelpWidget } from './help-widget.ts';

interface BuiltInHelp {
  /** Null = it is not there. */
  configuration: HelpConfiguration | null;
  person: HelpedPerson | null;
  isOpen: boolean;
}

const OUT: BuiltInHelp = { configuration: null, person: null, isOpen: false };

let state = OUT;
const listeners = new Set<() => void>();

function become(next: BuiltInHelp): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The help that Counterpart brings along: a panel beside the page, which needs no network. */
export const builtInHelp: HelpWidget = {
  init: (configuration) => become({ ...state, configuration }),
  destroy: () => become({ ...state, configuration: null, isOpen: false }),
  identify: (person) => become({ ...state, person }),
  open: () => become({ ...state, isOpen: state.configuration !== null }),
  logOut: () => become(OUT),
};

export function closeBuiltInHelp(): void {
  become({ ...state, isOpen: false });
}

export function builtInHelpNow(): BuiltInHelp {
  return state;
}

export function subscribeToBuiltInHelp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
