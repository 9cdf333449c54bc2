import type { PacketGroup } from './packet-groups.ts';
import type { PacketState } from './packet-state.ts';
import { counted } from '../../lib/format/numbers.ts';

// The UI copy of the packets screen (docs/product/packets.md).

export const PACKET_STATE = {
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
  needs_paper: 'Sign on paper',
  needs_email: 'No email address',
  waiting: 'Waiting',
  held: 'Not sent',
  wrong_person: 'Wrong person',
  undelivered: 'Not delivered',
  rejected: 'Rejected',
  superseded: 'Superseded',
} satisfies Record<PacketState, string>;

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

const pages = (count: number) => counted(count, 'page', 'pages');
const packets = (count: number) => counted(count, 'packet', 'packets');

export const PACKETS = {
  name: 'Packets',
  intro: 'A packet contains everything that one person signs, across all documents.',
  offline:
    'You’re offline, so this list may be out of date. Packets you create or send now go out when you’re back online; reconnect to remind signatories or to download or cancel packets.',
  noMailServer: 'Counterpart has no mail server, so emails to signatories aren’t delivered.',
  readEmails: 'Read them under Mail',
  askAdministrator: 'Ask an administrator to forward them.',
  withoutTitle: 'Not in a packet yet',
  waiting: (name: string, count: number) => `${name}: ${pages(count)}`,
  nobodySigns: (name: string, count: number) =>
    `Nobody signs for ${name} yet, so ${count === 1 ? 'its page' : `its ${pages(count)}`} can’t go into a packet.`,
  addRepresentative: 'Add a representative',
  addRepresentativeOf: (name: string) => `Add a representative of ${name}`,
  create: (count: number) => (count === 1 ? 'Create packet' : `Create ${packets(count)}`),
  noneTitle: 'No packets',
  none: 'Assign documents to signatories under “Signatures”, then create a packet for each signatory here.',
  noneViewOnly: 'Packets appear here when someone with edit access creates them.',
  list: 'Packets of this transaction',
  pages,
  unmade: 'Packet being created',
  daysOut: (days: number, when: string) =>
    days === 0 ? `sent ${when}` : `${counted(days, 'day', 'days')} out, sent ${when}`,
  expiresAt: (when: string) => `link expires ${when}`,
  uncreated: 'Will be created when you’re online',
  queuedOffline: 'Goes out when you’re online',
  unqueue: 'Don’t send',
  unqueueWhose: (name: string) => `Don’t send packet to ${name}`,
  unqueued: (name: string) => `The packet to ${name} won’t be sent.`,
  queued: 'Goes out automatically when it’s ready',
  waitsFor: ([first = '', ...others]: readonly string[]) =>
    others.length < 2
      ? `Waiting for ${LIST.format([first, ...others])}`
      : `Waiting for ${first} and ${others.length} others`,
  queuedAgain:
    'Goes out once you’ve accepted or rejected the other pages, or 10 minutes after the first rejection; any pages you reject before then are added',
  held: (reason: string) => `This packet wasn’t sent automatically. ${reason}`,
  sendNow: 'Send now',
  sendNowTo: (name: string) => `Send packet to ${name} now`,
  needsCode: 'opens with an access code',
  review: (count: number) => `Review ${counted(count, 'signature', 'signatures')}`,
  sentAt: (when: string) => `sent ${when}`,
  remindedAt: (when: string) => `reminded ${when}`,
  viewedAt: (when: string) => `viewed ${when}`,
  signedAt: (when: string) => `signed ${when}`,
  declined: (reason: string) => `Reason: ${reason}`,
  toAccept: (count: number) => `${counted(count, 'signature', 'signatures')} to accept`,
  send: (count: number) => `Send ${packets(count)}`,
  sendTo: (name: string) => `Send packet to ${name}`,
  sendOne: 'Send',
  sendPaper: 'Email to print',
  sendPaperTo: (name: string) => `Email packet to ${name} to print`,
  notForThem: (name: string) => `${name} says these pages aren’t for them.`,
  shouldSign: (who: string) => `Who should sign: ${who}`,
  note: (text: string) => `Note: ${text}`,
  whatNext: (name: string) =>
    `Nothing was signed or forwarded. If the pages are for ${name}, ask again; otherwise, cancel the packet and assign the pages to the right person.`,
  openThere: (reason: string) =>
    `This packet’s envelope couldn’t be voided and may still be open in DocuSign, but signatures there won’t count. Void the envelope in DocuSign. Reason: ${reason}`,
  heldUp: (reason: string) => `This packet is stuck at DocuSign. ${reason}`,
  keepsTrying: 'The packet will continue automatically once the problem is resolved. You can also cancel it.',
  undelivered: (name: string, reason: string) => `The email to ${name} couldn’t be delivered. ${reason}`,
  checkAddress:
    'If the address is wrong, cancel the packet, correct the address, and send the pages again. If it’s right, send a reminder.',
  sentElsewhere: (sentTo: string, email: string) =>
    `This packet was sent to ${sentTo}, but the address is now ${email}.`,
  sendToNew: (name: string) =>
    `A reminder can’t go to a different address. Cancel this packet, then create and send a new one to ${name}.`,
  guessed: (name: string) =>
    `Too many incorrect codes were entered to open these pages on a new device. Ask ${name} whether it was them. If it wasn’t, cancel this packet and send a new one.`,
  askAgain: 'Ask again',
  askWhomAgain: (name: string) => `Ask again: ${name}`,
  remind: 'Remind',
  remindWhom: (name: string) => `Remind ${name}`,
  download: 'Download',
  downloadWhose: (name: string) => `Download ${name}’s packet`,
  createAgain: 'Create again',
  createWhoseAgain: (name: string) => `Create again for ${name}`,
  cancel: 'Cancel packet',
  cancelWhose: (name: string) => `Cancel packet for ${name}`,
  email: 'Email address',
  saveEmail: 'Save email',
  missingEmail: (name: string) => `${name} has no email address, so the packet can’t be sent.`,
  notifyMe: 'Notify me when signatories open, sign, or decline their pages',
  off: 'Your organization has turned off signing, so packets can’t be sent.',
};

export const GROUPS = {
  to_review: 'Signatures to accept',
  wrong_person: 'Sent to the wrong person',
  to_send: 'To send',
  waiting: 'Waiting to go out',
  on_paper: 'To sign on paper',
  out: 'With signatories',
  done: 'Signed',
  ended: 'Ended without valid signatures',
} satisfies Record<PacketGroup, string>;

export const CREATING = {
  title: 'Create packets',
  lead: 'Nothing is emailed yet. You choose the message, the last day to sign, and the signing order when you send the packets.',
  coverAndIndex: 'Start with a cover page and an index of the documents',
  slipPages: 'Put a page with the title before each document’s pages',
  people: 'Signatories who get a packet',
  cancel: 'Cancel',
};

export const SENDING = {
  title: (count: number) => (count === 1 ? 'Send 1 packet?' : 'Send packets'),
  waits: (names: readonly string[]) =>
    `This packet is waiting for ${LIST.format(names)} to sign. If you send it now, it goes out right away.`,
  lead: 'Each signatory gets an email with a link to read and sign their pages.',
  leadOnPaper:
    'Each signatory gets an email with a link to print the pages, sign them, and send back photos or scans.',
  leadPartlyOnPaper:
    'Each signatory gets one email with a link to each of their packets. Packets to be signed on paper must be printed, signed by hand, and sent back as photos or scans.',
  toPrint: 'to print and sign on paper',
  onPaper: (name: string) => `${name} (on paper)`,
  ownLinks: (listed: string) => `${listed}, so each entry gets its own link.`,
  merged: (name: string) => `Merged the entries for ${name}. Create their packet again, then send it.`,
  openSignatories: 'Open signatories',
  blocked: (count: number) => `${packets(count)} can’t be sent yet and will be left out.`,
  withoutEmail: (names: string) => `Left out because they have no email address: ${names}`,
  inOrder: 'Set a signing order',
  inOrderHint: 'Each round is emailed once everyone in the previous round has signed.',
  order: 'Signing order',
  first: (count: number) => (count === 1 ? 'Signs first' : 'Sign first'),
  afterwards: 'Then',
  earlier: (name: string) => `Move ${name} earlier`,
  later: (name: string) => `Move ${name} later`,
  move: (name: string) => `Move ${name} in the signing order`,
  moveHint: 'Drag, or use the arrow keys',
  ownRound: 'Drop here to start a separate round',
  placed: (name: string, round: number, rounds: number) =>
    rounds === 1 ? `Everyone signs at the same time.` : `${name} signs in round ${round} of ${rounds}.`,
  message: 'Message to the signatories (optional)',
  expiresOn: 'Last day to sign (optional)',
  expiryHint: 'After that day, the link no longer works. Without a date, it works for 60 days.',
  notLoaded: 'We couldn’t load this packet’s message and last day to sign. Close this window and try again.',
  hasCode: 'This packet keeps its access code. If the signatory doesn’t know the code, set a new one.',
  haveCode: (names: readonly string[]) =>
    `The access code stays the same for ${LIST.format(names)} unless you set a new one.`,
  changesCode: 'Set a new access code, which you give the signatory yourself',
  asksForCode: 'Require an access code, which you give the signatory yourself',
  code: 'Access code',
  codeHint:
    'Tell the signatory the code by phone or in person. It isn’t in the email, and nobody can look it up later.',
  offline:
    'You’re offline, so the packets go out when you’re back online. If anything on them has changed in the meantime, they won’t be sent, and you’ll be notified.',
  sendLater: (count: number) => `Send ${packets(count)} when online`,
  queued: (count: number) =>
    count === 1 ? 'The packet goes out when you’re online.' : `${packets(count)} go out when you’re online.`,
  codeNeedsNetwork: 'You need a network connection to set an access code.',
  pageOfFile: (number: number) => `Page ${number} of the document, shown when you’re online`,
  cancel: 'Cancel',
};

export const AUTOMATIC = {
  on: (days: readonly number[], closing: string) =>
    `Automatic reminders go to signatories with unsigned pages ${inWords(days)} before closing on ${closing}.`,
  noDate: 'Automatic reminders start when this transaction has a closing date.',
  off: 'Automatic reminders are off.',
  turnOff: 'Turn off automatic reminders',
  turnOn: 'Turn on automatic reminders',
};

/** Returns days as a list: “7, 3, and 1 days”. */
function inWords(days: readonly number[]): string {
  const sorted = days.toSorted((one, other) => other - one);
  const list = new Intl.ListFormat('en-US').format(sorted.map(String));
  return sorted.at(-1) === 1 && sorted.length === 1 ? '1 day' : `${list} days`;
}

export const REMIND = {
  askTitle: (name: string) => `Ask ${name} again?`,
  askLead: (name: string, email: string) =>
    `${name} gets an email at ${email} with a new link. They’ll need to agree to sign and choose a signature again.`,
  ask: 'Ask again',
  asked: (name: string) => `Asked ${name} again by email.`,
  title: (name: string) => `Remind ${name}?`,
  lead: (name: string, email: string) =>
    `${name} gets an email at ${email} with a new link for each packet they haven’t signed. Earlier links stop working after a day.`,
  again: (name: string, when: string) =>
    `${name} was last reminded ${when}. Signatories usually get at most one reminder a day.`,
  send: 'Send reminder',
  sendAgain: 'Send another reminder',
  sent: (name: string) => `Reminded ${name} by email.`,
  offline: 'You’re offline. Reconnect to send the reminder.',
  cancel: 'Cancel',
};

export const REASONS = {
  cancelTitle: (name: string) => `Cancel ${name}’s packet?`,
  cancelLead: 'The link will stop working. The pages still need to be signed, so put them in another packet.',
  cancelWaiting: (names: readonly string[]) =>
    `${LIST.format(names)} will no longer be emailed automatically, because they were due to sign after this packet.`,
  reason: 'Reason',
  offline: 'You’re offline. Reconnect to continue; your reason stays here until you close this window.',
  back: 'Cancel',
  keepPacket: 'Keep packet',
};
