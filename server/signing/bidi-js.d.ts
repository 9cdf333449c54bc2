// The types of bidi-js describe its CommonJS build as if it were a module.
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js';

  const bidiFactory: () => Bidi;
  export default bidiFactory;
}
