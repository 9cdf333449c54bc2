import { counted } from '../../lib/format/numbers.ts';

// The UI copy of a packet's own page (docs/product/packets.md, "A packet's own page").

export const PACKET_PAGE = {
  back: 'All packets',
  name: (signatory: string) => `Packet for ${signatory}`,
  preview: (signatory: string) => `See what ${signatory} sees`,
  goneTitle: 'This packet no longer exists',
  gone: 'It was deleted or replaced by a newer one.',
  offline: 'You’re offline. Reconnect to see this packet’s pages and history.',
  outdated: 'You’re offline, so this packet may be out of date. Reconnect to change it.',
  before: 'Before it can be sent',
  check: 'Check before you send it',
  checkPrinted: 'Check before you print it',
  pages: 'Pages',
  signedElsewhere:
    'These pictures don’t show the signatures. Download the packet to see the pages as they were signed in DocuSign.',
  pageNumber: (number: number) => `Page ${number}`,
  kinds: { cover: 'Cover and index', slip: 'Title page', signature: 'Signature page' },
  picture: (number: number, document: string) => `Page ${number}: ${document}`,
  enlarge: (number: number) => `Enlarge page ${number}`,
  previous: 'Previous page',
  next: 'Next page',
  closePicture: 'Close',
  noPicture: 'This page couldn’t be loaded.',
  acceptAll: (count: number) => `Accept ${counted(count, 'signature', 'signatures')}`,
  rejectAll: 'Reject all',
  acceptPage: (number: number) => `Accept page ${number}`,
  rejectPage: (number: number) => `Reject page ${number}`,
  onPaper: 'Review the returned page',
  accept: 'Accept',
  reject: 'Reject',
  rejectTitle: (number: number) => `Reject page ${number}?`,
  rejectAllTitle: (name: string) => `Reject all of ${name}’s signatures?`,
  rejectLead: (name: string, isEmailed: boolean) =>
    isEmailed
      ? `${name} will get a new link for just the rejected pages, with your reason. Other pages stay as they are.`
      : 'The rejected pages will need to be signed again. Other pages stay as they are.',
  rejectedBecause: (reason: string) => `Rejected: ${reason}`,
  history: 'History',
  timestampDue:
    'The sealed PDF has no timestamp yet, so we ask the timestamp authority again every hour. The signatures don’t depend on it.',
  noHistory: 'No history yet. It starts when the packet is sent.',
  message: (text: string) => `Message: ${text}`,
  by: (who: string, address: string) => (address === '' ? who : `${who} · ${address}`),
  deviceTime: (when: string) => `${when} on their device’s clock`,
};
