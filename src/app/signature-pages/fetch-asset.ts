/**
 * Returns a file of the app itself, such as a font: signature pages need its bytes, which no import can give. Nothing else in the
 * page calls the network.
 * @throws {TypeError} without a network, if this device does not have the file
 */
export async function fetchAsset(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) throw new TypeError(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
