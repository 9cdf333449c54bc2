import type { BounceSettings } from './mail-addresses.ts';

/**
 * Returns the address to which an email is returned if it can't be delivered (VERP). Some mail servers change its case.
 * @param token a UUID
 */
export function returnAddress({ local, domain }: BounceSettings, token: string): string {
  return `${local}+${token.replaceAll('-', '')}@${domain}`;
}

/** Returns the token in such an address, or null for any other address. */
export function tokenIn(bounces: BounceSettings, address: string): string | null {
  const token = /\+([0-9a-f]{32})@/.exec(address.toLowerCase())?.[1];
  if (token === undefined) return null;
  return returnAddress(bounces, token).toLowerCase() === address.toLowerCase() ? token : null;
}
