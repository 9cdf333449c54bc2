import { fileURLToPath } from 'node:url';

/**
 * zip.js without its ciphers: the files of unsent work are no encrypted archives, and they would be 14 kB of what is kept for
 * use without a network. An archive that is encrypted cannot be read, and says so.
 */
export const zipBuild = {
  find: /^\.\/(?:streams\/)?(?:aes|zip)-crypto-stream\.js$/,
  replacement: fileURLToPath(new URL('zip-without-ciphers.ts', import.meta.url)),
};
