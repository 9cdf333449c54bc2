// bidi-js has types only for its CommonJS build, and declares them as if they were for an ES module.
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js';

  const bidiFactory: () => Bidi;
  export default bidiFactory;
}
