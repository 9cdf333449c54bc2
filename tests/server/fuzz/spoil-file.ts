import { deflateRawSync, deflateSync } from 'node:zlib';
import { sampleDocx, samplePdf, zip, type DeflatedEntry } from '../../../server/convert/sample-documents.ts';
import type { Random } from '../../chaos/random.ts';

/** A valid document that was then damaged in several ways. */
export interface SpoiltFile {
  name: string;
  bytes: Buffer;
  /** How it was damaged. */
  how: string;
}

/**
 * Returns a randomly damaged document, Word and PDF in turns. The same random numbers give the same document.
 */
export async function spoilFile(random: Random, index: number): Promise<SpoiltFile> {
  if (index % 2 === 0) return spoilDocx(random);
  return spoilPdf(random);
}

function draw<Value>(random: Random, among: readonly Value[]): Value {
  const drawn = among[random.below(among.length)];
  if (drawn === undefined) throw new Error('There is nothing to draw from.');
  return drawn;
}

type Parts = Record<string, string | DeflatedEntry>;

const XML = [
  '<',
  '>',
  '&',
  '&#0;',
  '&lol;',
  '<!DOCTYPE w [<!ENTITY lol "lol">]>',
  '<w:p>',
  '</w:p>',
  '<w:t>{{',
  '}}',
  '\u0000',
  '\uffff',
  '<w:p>'.repeat(3000),
  '<w:tbl><w:tr><w:tc>'.repeat(200),
  ' w:val="99999999999999999999"',
  '<![CDATA[',
  '<w:drawing><wp:inline><wp:extent cx="-1" cy="9223372036854775807"/></wp:inline></w:drawing>',
  'x'.repeat(100_000),
];

function spoilDocx(random: Random): SpoiltFile {
  const how: string[] = [];
  const parts = partsOf(
    sampleDocx(['{{Lender}} and the Borrower', 'IN WITNESS WHEREOF'], 'http://127.0.0.1:9/a'),
  );
  for (let time = 0; time <= random.below(3); time += 1) {
    const name = draw(random, Object.keys(parts));
    const part = parts[name];
    const text = typeof part === 'string' ? part : '';
    const at = random.below(text.length + 1);
    switch (random.below(6)) {
      case 0: {
        const added = draw(random, XML);
        parts[name] = text.slice(0, at) + added + text.slice(at);
        how.push(`${added.slice(0, 12)} in ${name}`);
        break;
      }
      case 1:
        parts[name] = text.slice(0, at);
        how.push(`${name} cut off`);
        break;
      case 2:
        parts[name] = text.slice(0, at) + text.slice(random.below(text.length + 1));
        how.push(`${name} spliced`);
        break;
      case 3: {
        const bytes = Buffer.from(text);
        const size = draw(random, [0, 1, bytes.length + 1, 0x7f_ff_ff_ff, 0xff_ff_ff_ff]);
        parts[name] = { deflated: deflateRawSync(bytes), size, crc: random.below(2 ** 31) };
        how.push(`${name} of ${size} bytes, it says`);
        break;
      }
      case 4:
        delete parts[name];
        how.push(`without ${name}`);
        break;
      default:
        parts[
          draw(random, [
            '../../x.xml',
            `word/${'a'.repeat(3000)}.xml`,
            'word/document.xml ',
            'WORD/DOCUMENT.XML',
          ])
        ] = text;
        how.push('another part');
    }
    if (Object.keys(parts).length === 0) break;
  }
  return spoilBytes(random, { name: 'spoiled.docx', bytes: zip(parts), how: how.join(', ') });
}

/** Returns the stored parts of a sample file. */
function partsOf(docx: Buffer): Parts {
  const parts: Parts = {};
  for (let at = 0; docx.readUInt32LE(at) === 0x04_03_4b_50;) {
    const [size, name] = [docx.readUInt32LE(at + 18), docx.readUInt16LE(at + 26)];
    const start = at + 30 + name;
    parts[docx.toString('latin1', at + 30, start)] = docx.toString('utf8', start, start + size);
    at = start + size;
  }
  return parts;
}

const NUMBERS = [
  '-1',
  '0',
  '1',
  '2',
  '3',
  '999999',
  '2147483647',
  '4294967296',
  '99999999999999999999',
  '1e9',
];

const STREAMS = [
  'q '.repeat(20_000),
  '0 0 m 600 790 500 10 3 700 c 5 600 550 20 600 700 c s '.repeat(500),
  '/Fm0 Do '.repeat(100),
  'BT /F 1e30 Tf (x) Tj ET',
  '1e38 0 0 1e38 0 0 cm 0 0 1 1 re f',
  '\u0000\u00ff]>>endstream',
];

const REPLACED: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\/Count \d+/, NUMBERS.map((number) => `/Count ${number}`)],
  [/\/Length \d+/, NUMBERS.map((number) => `/Length ${number}`)],
  [/\d+ 0 R/, ['1 0 R', '2 0 R', '0 0 R', '999999 0 R', '3 65535 R']],
  [
    /\/MediaBox ?\[[^\]]*\]/,
    ['/MediaBox [0 0 1e9 1e-9]', '/MediaBox [0 0 0 0]', '/MediaBox [612 792 0 0]', '/MediaBox []'],
  ],
  [/startxref\s+\d+/, NUMBERS.map((number) => `startxref\n${number}`)],
  [/\d{10} \d{5} n/, ['0000000000 00000 n', '9999999999 00000 n', '0000000015 00000 f']],
  [/xref\s+\d+ \d+/, NUMBERS.map((number) => `xref\n0 ${number}`)],
  [
    /\/Filter ?\/FlateDecode/,
    ['/Filter /DCTDecode', '/Filter [/FlateDecode /FlateDecode]', '/Filter /JBIG2Decode', ''],
  ],
  [/endobj/, ['', 'endobj endobj', '<<'.repeat(5000), '['.repeat(5000)]],
  [/\/Type ?\/Page\b/, ['/Type /Pages', '/Type /Catalog', '/Type /Page /Kids [1 0 R]', '/Rotate 91']],
];

async function spoilPdf(random: Random): Promise<SpoiltFile> {
  let text = Buffer.from(await samplePdf({ pages: 1 + random.below(4) })).toString('latin1');
  const how: string[] = [];
  for (let time = 0; time <= random.below(4); time += 1) {
    if (random.below(4) === 0) {
      const content = deflateSync(Buffer.from(draw(random, STREAMS), 'latin1'));
      text = text.replace(
        /stream\r?\n[\s\S]*?endstream/,
        () => `stream\n${content.toString('latin1')}\nendstream`,
      );
      how.push('another stream');
      continue;
    }
    const [pattern, replacements] = draw(random, REPLACED);
    const replacement = draw(random, replacements);
    const matches = [...text.matchAll(new RegExp(pattern, 'g'))];
    if (matches.length === 0) continue;
    const match = draw(random, matches);
    text = text.slice(0, match.index) + replacement + text.slice(match.index + match[0].length);
    how.push(`${match[0].slice(0, 16)} → ${replacement.slice(0, 16)}`);
  }
  return spoilBytes(random, { name: 'spoiled.pdf', bytes: Buffer.from(text, 'latin1'), how: how.join(', ') });
}

/** Sometimes also changes bytes anywhere in the file, including directories, headers and tables. */
function spoilBytes(random: Random, file: SpoiltFile): SpoiltFile {
  if (random.below(2) === 0) return file;
  const bytes = Buffer.from(file.bytes);
  const times = 1 + random.below(8);
  for (let time = 0; time < times; time += 1) bytes[random.below(bytes.length)] = random.below(256);
  return { ...file, bytes, how: `${file.how}, ${times} bytes` };
}
