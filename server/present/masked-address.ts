/** Returns an email address as somebody may see it who perhaps isn't its owner: “j•••@alpha.test”. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address.slice(0, Math.max(0, at));
  // With one letter before the @, nothing would be hidden.
  return `${at > 1 ? first : ''}•••${address.slice(at)}`;
}
