import { createSHA256 } from 'hash-wasm';

/** Hex SHA-256 of bytes, read as a stream: a file may be 500 MB. */
export async function sha256(bytes: Blob): Promise<string> {
  const hash = await createSHA256();
  hash.init();
  const reader = bytes.stream().getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) hash.update(chunk.value);
  return hash.digest('hex');
}
