import { fileURLToPath } from 'node:url';

/**
 * zod without the code that creates JSON schemas, which only the server does. Bundlers can't tell that the client never uses it, and
 * would add 5.6 kB (gzip) to the sync worker and 5.5 kB to the service worker. In the client, creating a JSON schema throws an error
 * that says so. So does reading a schema's `minLength`, `maxValue` or `format`, which zod derives with the same code.
 */
export const zodBuild = {
  find: /^\.\.\/core\/(json-schema-processors|to-json-schema)\.js$/,
  replacement: fileURLToPath(new URL('zod-without-json-schema.ts', import.meta.url)),
};
