import type { HelpConfiguration } from '../../contract/rules/account/help-widget.ts';
import type { HelpedPerson, HelpWidget } from './help-widget.ts';

interface BuiltInHelp {
  /** Null if help is not offered. */
  configuration: HelpConfiguration | null;
  person: HelpedPerson | null;
  isOpen: boolean;
}

const CLOSED: BuiltInHelp = { configuration: null, person: null, isOpen: false };

let state = CLOSED;
const listeners = new Set<() => void>();

function setState(next: BuiltInHelp): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The built-in help: a panel beside the page that works without a network. */
export const builtInHelp: HelpWidget = {
  init: (configuration) => setState({ ...state, configuration }),
  destroy: () => setState({ ...state, configuration: null, isOpen: false }),
  identify: (person) => setState({ ...state, person }),
  open: () => setState({ ...state, isOpen: state.configuration !== null }),
  logOut: () => setState(CLOSED),
};

export function closeBuiltInHelp(): void {
  setState({ ...state, isOpen: false });
}

export function builtInHelpNow(): BuiltInHelp {
  return state;
}

export function subscribeToBuiltInHelp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
