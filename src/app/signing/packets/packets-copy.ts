import type { PacketStatus } from '../../../contract/rules/signing/packet-status.ts';
import { counted } from '../../lib/format/numbers.ts';

// The UI copy of the packets screen (docs/product/packets.md).

export const PACKET_STATUS = {
  draft: 'Draft',
  generating: 'Preparing…',
  ready: 'Ready to send',
  sent: 'Sent',
  viewed: 'Viewed',
  partially_signed: 'Partly signed',
  completed: 'Signed',
  declined: 'Declined',
  cancelled: 'Canceled',
  expired: 'Expired',
  failed: 'Failed',
} satisfies Record<PacketStatus, string>;

const pages = (count: number) => counted(count, 'page', 'pages');
const packets = (count: number) => counted(count, 'packet', 'packets');

export const PACKETS = {
  name: 'Packets',
  intro:
    'A packet contains everything that one person signs, across all documents. You need a network connection to make or send packets.',
  withoutTitle: 'Not in a packet yet',
  waiting: (name: string, count: number) => `${name}: ${pages(count)}`,
  make: (count: number) => `Make ${packets(count)}`,
  noneTitle: 'No packets',
  none: 'Assign documents to signatories under “Signatures”, then make a packet for each signatory here.',
  noneViewOnly: 'Packets appear here when someone with edit access makes them.',
  list: 'Packets of this transaction',
  pages,
  sentAt: (when: string) => `sent ${when}`,
  viewedAt: (when: string) => `viewed ${when}`,
  signedAt: (when: string) => `signed ${when}`,
  declined: (reason: string) => `Reason: ${reason}`,
  noEmail: 'No email address. Add one under “Signatories” before you send the packet.',
  toAccept: (count: number) => `${counted(count, 'signature', 'signatures')} to accept`,
  send: (count: number) => `Send ${packets(count)}`,
  sendTo: (name: string) => `Send packet to ${name}`,
  sendOne: 'Send',
  remind: 'Remind',
  remindWhom: (name: string) => `Remind ${name}`,
  download: 'Download',
  downloadWhose: (name: string) => `Download packet of ${name}`,
  cancel: 'Cancel packet',
  cancelWhose: (name: string) => `Cancel packet of ${name}`,
  accept: 'Accept',
  acceptWhose: (name: string) => `Accept signatures of ${name}`,
  reject: 'Reject',
  rejectWhose: (name: string) => `Reject signatures of ${name}`,
  off: 'Your organization has turned off signing, so packets can’t be sent.',
};

export const SENDING = {
  title: (count: number) => `Send ${packets(count)}?`,
  lead: 'Each signatory gets an email with a link to read and sign their pages.',
  warnings: 'Check these first:',
  message: 'Message to the signatories (optional)',
  send: 'Send',
  cancel: 'Cancel',
};

export const REASONS = {
  cancelTitle: (name: string) => `Cancel the packet of ${name}?`,
  cancelLead: 'The link stops working. The pages still need to be signed, so put them in another packet.',
  rejectTitle: (name: string) => `Reject the signatures of ${name}?`,
  rejectLead: 'The pages need to be assigned and signed again.',
  reason: 'Reason',
  back: 'Go back',
};
