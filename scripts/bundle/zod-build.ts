import { fileURLToPath } from 'node:url';

/**
 * zod without the code that makes JSON schemas, which only the server does. No bundler finds out that the client never uses it.
 * Without this the sync worker is 5.6 kB longer after gzip, and the service worker 5.5 kB. In the client, making a JSON schema
 * throws an error that says so, and so does asking a schema for its `minLength`, `maxValue` or `format`, which zod derives by the
 * same means.
 */
export const zodBuild = {
  find: /^\.\.\/core\/(json-schema-processors|to-json-schema)\.js$/,
  replacement: fileURLToPath(new URL('zod-without-json-schema.ts', import.meta.url)),
};
