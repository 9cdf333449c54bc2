/**
 * Returns one of the app's own files, such as a font. Signature pages need its bytes, which an import cannot return. Nothing
 * else in the page calls the network.
 * @throws {TypeError} if this device does not have the file and there is no network
 * @throws {Error} if the server doesn't have it
 */
export async function fetchAsset(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
