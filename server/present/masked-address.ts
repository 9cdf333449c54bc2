/** Masks an email address for a reader who may not be its owner: “j•••@alpha.test”. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address.slice(0, Math.max(0, at));
  // With one letter before the @, nothing would be hidden.
  return `${at > 1 ? first : ''}•••${address.slice(at)}`;
}
