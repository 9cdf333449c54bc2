import type { DrawnSignature } from '../../../../src/contract/entities/signing/signing-room.ts';
import { hasLetters } from '../../../../src/contract/rules/signing/fields/ink.ts';
import { strokesProblem } from '../../../../src/contract/rules/signing/fields/strokes.ts';
import { invalid } from '../../../refusal.ts';
import { serverFonts } from '../../../signing/page-fonts.ts';
import { setInFonts } from '../../../signing/set-in-fonts.ts';

const STYLE = { font: 'times_new_roman', size: 11, bold: false, italic: false, underline: false } as const;

/** Checks that a name, initials and drawings leave ink on a page. @throws {Refusal} `invalid` */
export async function assertSignature({
  name,
  initials,
  drawing,
}: {
  name: string;
  initials?: string | undefined;
  drawing?: DrawnSignature | undefined;
}): Promise<void> {
  if (!hasLetters(name)) throw invalid('Enter a name with at least one letter or digit.', 'name');
  if (initials !== undefined && initials !== '' && !hasLetters(initials))
    throw invalid('Enter initials with at least one letter or digit.', 'initials');
  const problem =
    drawing &&
    (strokesProblem(drawing.signature, 'signature') ??
      (drawing.initials && strokesProblem(drawing.initials, 'initials')));
  if (problem) throw invalid(problem, 'drawing');
  await assertCharacters(name, 'name');
  await assertCharacters(initials ?? '', 'initials');
}

/** Checks that what is filled in on pages can be printed on them. @throws {Refusal} `invalid` */
export async function assertEntries({
  pages,
}: {
  pages: readonly { values?: Readonly<Record<string, string>> | undefined }[];
}): Promise<void> {
  for (const { values = {} } of pages)
    for (const value of Object.values(values)) await assertCharacters(value, 'pages');
}

async function assertCharacters(text: string, field: string): Promise<void> {
  const { missing } = await setInFonts(text, STYLE, await serverFonts());
  if (missing !== null)
    throw invalid(
      `The character “${missing}” can’t be printed. Leave it out, or write it another way.`,
      field,
    );
}

/** Checks that what a witness enters and draws can be printed. @throws {Refusal} `invalid` */
export async function assertWitness({
  name,
  address,
  occupation,
  drawing,
}: {
  name: string;
  address: string;
  occupation: string;
  drawing?: Pick<DrawnSignature, 'signature'> | undefined;
}): Promise<void> {
  const problem = drawing && strokesProblem(drawing.signature, 'signature');
  if (problem) throw invalid(problem, 'drawing');
  for (const [field, text] of Object.entries({ name, address, occupation }))
    await assertCharacters(text, field);
}
