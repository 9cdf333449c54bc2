// Stands in the client for two modules of zip.js: scripts/bundle/zip-build.ts. The names are those that its streams know.
function notHere(): never {
  throw new Error('Encrypted archives are not read or written here: see scripts/bundle/zip-build.ts.');
}

export {
  notHere as AESDecryptionStream,
  notHere as AESEncryptionStream,
  notHere as ZipCryptoDecryptionStream,
  notHere as ZipCryptoEncryptionStream,
};

/** No engine is needed for what is not here. */
export const setAESEngine = () => undefined;
