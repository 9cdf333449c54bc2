// Replaces two modules of zip.js in the client (scripts/bundle/zip-build.ts). zip.js imports these names.
function notHere(): never {
  throw new Error('Encrypted archives are not read or written here: see scripts/bundle/zip-build.ts.');
}

export {
  notHere as AESDecryptionStream,
  notHere as AESEncryptionStream,
  notHere as ZipCryptoDecryptionStream,
  notHere as ZipCryptoEncryptionStream,
};

/** Does nothing: without the ciphers, no engine is needed. */
export const setAESEngine = () => undefined;
