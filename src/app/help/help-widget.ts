import type { HelpConfiguration } from '../../contract/rules/account/help-widget.ts';

/** The user, as a help desk identifies them. */
export interface HelpedPerson {
  name: string;
  email: string;
  /** Proves to the help desk that the server vouches for the email address; null if it does not. */
  signature: string | null;
}

/** The interface of a help desk, for the built-in one or a firm's own (docs/product/app-shell.md, "Help"). */
export interface HelpWidget {
  init: (configuration: HelpConfiguration) => void;
  destroy: () => void;
  identify: (person: HelpedPerson) => void;
  open: () => void;
  /** Forgets the user (docs/product/app-shell.md, "Help"). */
  logOut: () => void;
}
