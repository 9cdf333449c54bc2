import type { Person } from './person.ts';

/** A person who goes through the app, with the sample deal on their device. */
export interface Visit {
  person: Person;
  deal: string;
}

/** What a user can have on the screen: a page, perhaps with something open over it. */
export interface Screen {
  /** In kebab case, because its pictures are named after it. */
  name: string;
  /** Only for tests: no pictures are made of it. */
  unpictured?: true;
  /** It is taller than a window, and all of it should be in the picture. */
  whole?: true;
  /** Opens the screen from any other screen. Resolves when it is painted. */
  open: (visit: Visit) => Promise<void>;
}
