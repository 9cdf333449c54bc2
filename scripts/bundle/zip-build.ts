import { fileURLToPath } from 'node:url';

/**
 * zip.js without its ciphers, which would add 14 kB to the files that are stored for offline use. The
 * archives of unsent work are not encrypted. Reading an encrypted archive fails with an error that says so.
 */
export const zipBuild = {
  find: /^\.\/(?:streams\/)?(?:aes|zip)-crypto-stream\.js$/,
  replacement: fileURLToPath(new URL('zip-without-ciphers.ts', import.meta.url)),
};
