import type { Person } from './person.ts';

/** A person who goes through the app, with the sample deal on their device. */
export interface Visit {
  person: Person;
  deal: string;
}

/** A state of the screen: a page, possibly with something open over it. */
export interface Screen {
  /** In kebab case, because its screenshots are named after it. */
  name: string;
  /** Only for tests: no screenshots are taken. */
  unpictured?: true;
  /** The screenshot shows the whole page, which is taller than a window. */
  whole?: true;
  /** Opens the screen from any other screen. Resolves when it is painted. */
  open: (visit: Visit) => Promise<void>;
}
