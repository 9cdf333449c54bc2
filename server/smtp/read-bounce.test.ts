import { describe, expect, test } from 'vitest';
import { readBounce } from './read-bounce.ts';

/** A notification in Postfix's format, with these fields about the recipient. */
function reportWith(fields: readonly string[], type = 'multipart/report; report-type=delivery-status') {
  return [
    'From: MAILER-DAEMON@alpha.test (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: ${type};`,
    '\tboundary="4W1x"',
    '',
    '--4W1x',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I’m sorry to have to inform you that your message could not be delivered.',
    '',
    '--4W1x',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.alpha.test',
    'Arrival-Date: Fri, 27 Nov 2026 10:00:00 +0000 (UTC)',
    '',
    'Final-Recipient: rfc822; jane@alpha.test',
    ...fields,
    '',
    '--4W1x',
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: Documents to sign',
    '',
    '--4W1x--',
    '',
  ].join('\r\n');
}

const read = async (mail: string) => readBounce(Buffer.from(mail));

describe('a notification that an email failed', () => {
  test.for<[string, string[], string]>([
    [
      'gives the mail server’s message, on one line',
      [
        'Action: failed',
        'Status: 5.1.1',
        'Diagnostic-Code: smtp; 550 5.1.1 <jane@alpha.test>:',
        '    Recipient address rejected',
      ],
      'The mail server rejected it: 550 5.1.1 <jane@alpha.test>: Recipient address rejected.',
    ],
    [
      'gives the status if the mail server gave no message',
      ['Action: failed', 'Status: 5.2.2 (mailbox full)'],
      'The mail server rejected it: 5.2.2.',
    ],
    [
      'counts if delivery attempts took too long',
      ['Action: failed', 'Status: 4.4.1', 'Diagnostic-Code: X-Postfix; connect to mx.alpha.test: timed out'],
      'The mail server did not accept it: connect to mx.alpha.test: timed out.',
    ],
    [
      'counts if it is about one of several recipients',
      [
        'Action: relayed',
        'Status: 2.0.0',
        '',
        'Final-Recipient: rfc822; j@b.test',
        'Action: Failed',
        'Status: 5.1.1',
      ],
      'The mail server rejected it: 5.1.1.',
    ],
    [
      'is stripped of characters that could disguise it',
      ['Action: failed', 'Status: 5.0.0', 'Diagnostic-Code: smtp; 550 \u202Eno\u0000 user'],
      'The mail server rejected it: 550 no user.',
    ],
  ])('%s', async ([, fields, reason]) => {
    expect(await read(reportWith(fields))).toBe(reason);
  });

  test('is cut to what fits on a screen', async () => {
    const said = `Diagnostic-Code: smtp; ${'550 '.repeat(500)}`;
    expect((await read(reportWith(['Action: failed', 'Status: 5.0.0', said])))?.length).toBeLessThan(350);
  });
});

test.for<[string, string]>([
  [
    'a delay',
    reportWith(['Action: delayed', 'Status: 4.4.1', 'Will-Retry-Until: Wed, 2 Dec 2026 10:00:00 +0000']),
  ],
  ['a delivery', reportWith(['Action: delivered', 'Status: 2.1.5'])],
  ['a failure with a success status', reportWith(['Action: failed', 'Status: 2.0.0'])],
  ['a failure without a status', reportWith(['Action: failed'])],
  [
    'an email with a notification attached',
    reportWith(['Action: failed', 'Status: 5.1.1'], 'multipart/mixed'),
  ],
  [
    'an out-of-office reply',
    'Subject: Out of office\r\nAuto-Submitted: auto-replied\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n',
  ],
  [
    'a read receipt',
    reportWith([], 'multipart/report; report-type=disposition-notification').replace(
      'message/delivery-status',
      'message/disposition-notification',
    ),
  ],
  ['a report that is nested too deeply', nested(300)],
  ['an empty email', ''],
  [
    'bytes that aren’t an email',
    String.fromCharCode(...Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)),
  ],
])('%s is not a bounce', async ([, mail]) => {
  expect(await read(mail)).toBeNull();
});

function nested(depth: number): string {
  const levels = Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/report; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  );
  return `${levels.join('')}${reportWith(['Action: failed', 'Status: 5.1.1'])}`;
}
