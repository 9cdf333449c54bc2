import { fileURLToPath } from 'node:url';

/**
 * zod without what makes JSON schemas of schemas, which only the server does: 17 kB in each of the two workers, that no
 * bundler finds out to be unused. Whoever calls it there all the same gets an error that says so; so does who asks a schema
 * for its `minLength`, `maxValue`, `format` or the like, which zod derives by the same means.
 */
export const zodBuild = {
  find: /^\.\.\/core\/(json-schema-processors|to-json-schema)\.js$/,
  replacement: fileURLToPath(new URL('zod-without-json-schema.ts', import.meta.url)),
};
