import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import type { Services } from '../services.ts';
import { fileKey } from '../storage/object-keys.ts';
import { agreementPdf } from './agreement-pdf.ts';
import type { SampleDeal, SampleFile, SampleLine } from './sample-deals.ts';

const DAY_MS = 86_400_000;

type Text = Pick<SampleFile, 'text' | 'locked'>;

/** Stored files by their names in the samples. */
export type SampleFiles = ReadonlyMap<string, { sha256: string; size: number }>;

/** Stores all files of these samples before the transaction that creates their rows. */
export async function storeSampleFiles(
  services: Pick<Services, 'objects' | 'now'>,
  samples: readonly SampleDeal[],
): Promise<SampleFiles> {
  const files = new Map<string, { sha256: string; size: number }>();
  for (const sample of samples) {
    const words = wordsOf(services.now(), sample);
    for (const text of textsOf(sample)) {
      const name = nameOfFile(sample, text);
      if (files.has(name)) continue;
      const bytes = await agreementPdf(text.text, words, text.locked ? { userPassword: v7() } : undefined);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      // A PDF contains its creation time in seconds, so it is never identical to a file of an older deal, which could be
      // removed with that deal.
      await services.objects.put(fileKey(sha256), bytes, 'application/pdf');
      files.set(name, { sha256, size: bytes.byteLength });
    }
  }
  return files;
}

/** The name of a sample's file in `SampleFiles`. */
export function nameOfFile({ name }: Pick<SampleDeal, 'name'>, { text, locked = false }: Text): string {
  return [name, text, locked].join('/');
}

/** The closing date of a sample that is created now. */
export function closingOf(now: Date, { closesInDays }: Pick<SampleDeal, 'closesInDays'>): Date {
  return new Date(now.getTime() + closesInDays * DAY_MS);
}

function textsOf({ lines, queue = [] }: SampleDeal): Text[] {
  return [...lines.flatMap(textsOfLine), ...queue];
}

function textsOfLine(line: SampleLine): Text[] {
  const own = 'item' in line ? [line.text, line.earlier] : [];
  const below = 'lines' in line ? (line.lines ?? []) : [];
  return [...own.flatMap((text) => (text === undefined ? [] : [{ text }])), ...below.flatMap(textsOfLine)];
}

function wordsOf(now: Date, sample: SampleDeal): Readonly<Record<string, string>> {
  const daysAgo = (days: number) => longDate(new Date(now.getTime() - days * DAY_MS));
  return { closing: longDate(closingOf(now, sample)), offered: daysAgo(34), early: daysAgo(61) };
}

function longDate(at: Date): string {
  return at.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' });
}
