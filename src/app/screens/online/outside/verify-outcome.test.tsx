import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { FileVerdict } from '../../../../contract/rules/evidence/check-file.ts';
import { OutcomeView } from './verify-outcome.tsx';

type Sealed = Extract<FileVerdict, { seal: unknown }>;

const at = new Date('2026-11-28T10:00:00Z');
const seal: Sealed['seal'] = {
  by: 'Counterpart at deals.firm.test',
  fingerprint: 'ab'.repeat(32),
  timestamp: { is: 'none' },
};

/** The text that is shown about a file. */
function textOf(verdict: FileVerdict, keptAt: Date | null = null): string {
  const shown = renderToStaticMarkup(<OutcomeView outcome={{ name: 'Packet.pdf', verdict, keptAt }} />);
  return shown.replaceAll(/<[^>]+>/g, '\n');
}

describe('the check of a file', () => {
  test.each<[Sealed['is'], string]>([
    ['unchanged', 'This file was sealed by this Counterpart server and hasn’t changed since.'],
    ['added', 'Something was added to this file after this Counterpart server sealed it.'],
    ['changed', 'This file was sealed by this Counterpart server, but it has changed since.'],
    ['forged', 'The seal on this file is forged: it doesn’t match the certificate in it.'],
    ['foreign', 'This file wasn’t sealed by this Counterpart server.'],
  ])('shows the verdict “%s” for a file, its name, and whose certificate it contains', (is, sentence) => {
    const text = textOf({ is, seal });
    expect(text).toContain(sentence);
    for (const fact of ['Packet.pdf', seal.by, seal.fingerprint]) expect(text).toContain(fact);
  });

  test('shows only that a file has no seal', () => {
    const text = textOf({ is: 'not_sealed' });
    expect(text).toContain('This file has no seal.');
    expect(text).not.toContain('Sealed by');
  });

  test('shows, without a network, how old the list of certificates is, and that the file may have a newer certificate', () => {
    const text = textOf({ is: 'foreign', seal }, at);
    expect(text).toContain(
      'or was sealed with a certificate issued after November 28, 2026. Connect to check.',
    );
    expect(text).toContain('against the certificates this server had on November 28, 2026.');
  });

  test.each<[string, Sealed['seal']['timestamp'], string]>([
    ['forged', { is: 'forged' }, 'The timestamp is forged or damaged.'],
    [
      'from an unknown authority',
      { is: 'unknown', at, by: 'Somebody' },
      'From Somebody, an authority that this',
    ],
    ['valid', { is: 'valid', at, by: 'Test Authority' }, ', by Test Authority'],
  ])('shows whether a timestamp that is %s can be trusted', (_, timestamp, words) => {
    expect(textOf({ is: 'unchanged', seal: { ...seal, timestamp } })).toContain(words);
  });
});
