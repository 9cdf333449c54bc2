import type { HelpConfiguration } from '../../contract/rules/account/help-widget.ts';

/** Who is helped, as a help desk has to know them. */
export interface HelpedPerson {
  name: string;
  email: string;
  /** By which a help desk knows that the server vouches for the e-mail address; null = it does not. */
  signature: string | null;
}

/** A help desk (docs/product/app-shell.md, "Help"): what a firm's own has to do to stand in for the built-in one. */
export interface HelpWidget {
  init: (configuration: HelpConfiguration) => void;
  destroy: () => void;
  identify: (person: HelpedPerson) => void;
  open: () => void;
  /** Forgets who was helped (docs/product/app-shell.md, "Help"). */
  logOut: () => void;
}
