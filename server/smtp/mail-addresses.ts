/** The sender of emails. */
export interface Sender {
  name: string;
  address: string;
}

/** The address for undeliverable emails (docs/operations.md, "Bounces"). */
export interface BounceSettings {
  /** Each email has its own address: `local+TOKEN@domain`. */
  local: string;
  domain: string;
  /** The port of the SMTP server that receives them. */
  port: number;
}

/** The sender if none is configured. */
export function defaultSender(publicUrl: string): Sender {
  const { hostname } = new URL(publicUrl);
  const isNumber = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return { name: 'Counterpart', address: `no-reply@${isNumber ? 'localhost' : hostname}` };
}

/** Reads `deals@firm.example` or `Firm Deals <deals@firm.example>`. Null if it is neither. */
export function senderIn(text: string): Sender | null {
  const found = /^(?:([^<>\p{Cc}]*)<([^<>@\s]+@[^<>@\s]+)>|([^<>@\s]+@[^<>@\s]+))$/u.exec(text);
  const [, name = '', named, bare] = found ?? [];
  const address = named ?? bare;
  if (address === undefined) return null;
  return { name: name.trim().replaceAll(/^"|"$/g, '') || 'Counterpart', address };
}

/**
 * Reads an address that tokens are added to. Null if it isn't one. A local part has at most 64 characters (RFC 5321,
 * 4.5.3.1.1), of which the token and its `+` need 33.
 */
export function bounceAddressIn(text: string): Omit<BounceSettings, 'port'> | null {
  const [, local, domain] = /^([a-z0-9._-]{1,31})@([a-z0-9.-]+)$/i.exec(text) ?? [];
  return local === undefined || domain === undefined ? null : { local, domain };
}
