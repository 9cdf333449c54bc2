import type {
  BlockStyles,
  SignatureBlock,
  TextStyle,
} from '../../../entities/signing/signature-page-design.ts';
import type { PageFont, PageFonts } from './page-fonts.ts';
import type { NestedEntity, PageSigner } from '../signers/page-signer.ts';
import { fillIn, lookUp, type ValueOf } from '../design/placeholders.ts';
import { beside, fromText, gap, movedRow, type Row } from './rows.ts';
import { setText, type Inline, type InlineStyle, type Notes } from './set-text.ts';
import type { FieldPurpose } from './sheet.ts';

/** The indent of each level of a chain: half an inch. */
const INDENT = 36;
/** The minimum width of a signature line, however deep its chain. */
const LEAST_LINE = 180;
/** The space after a label, in multiples of its font size. */
const LABEL_SPACE = 0.35;
/** If there is less room after a label, its value goes below it. */
const LEAST_VALUE = 48;
/** The space between a signature and the name beside it. */
const SIDE_GAP = 12;
/** In a wide block, all lines end here. */
const LONGEST_LINE = 288;
/** The space for a signature, above its line. */
const SIGNING_ROOM = 24;
/** The space above a line for a name, a title or a date. */
const WRITING_ROOM = 6;
/** An address may take two lines. */
const ADDRESS_ROOM = 16;
const BELOW_LINE = 2;
/** The space above each level of a chain. */
const STEP = 6;
/** A longer name adds a warning. */
const LONG_NAME_LINES = 3;

const TITLE_LABELS = { title: 'Title:', its: 'Its:', empty: '' };
const WITNESS_LEAD = 'Signed in the presence of:';
const WITNESS_LINES = [
  ['Witness:', 'witness_signature'],
  ['Name:', 'witness_name'],
  ['Address:', 'witness_address'],
  ['Occupation:', 'witness_occupation'],
] as const;
const FIELD_LABELS = { signing_date: 'Date:', address: 'Address:', email: 'Email:' };

interface Setting {
  readonly block: SignatureBlock;
  readonly font: PageFont;
  readonly fonts: PageFonts;
  readonly values: Readonly<Record<string, string>>;
  readonly notes: Notes;
}

/** Lays out one signature. Several signers share it if one person signs for all of their entities in the same way. */
export function layoutSignature(signers: readonly PageSigner[], width: number, setting: Setting): Row[] {
  const [first] = signers;
  return first ? new SignatureRows(signers, first, width, setting).rows : [];
}

class SignatureRows {
  readonly rows: Row[] = [];
  private readonly signers: readonly PageSigner[];
  private readonly signer: PageSigner;
  private readonly width: number;
  private readonly setting: Setting;
  private readonly styles: BlockStyles;
  private valueOf: ValueOf;
  /** The signer whose values are printed, and who fills in missing values. */
  private writtenFor: string;

  constructor(signers: readonly PageSigner[], signer: PageSigner, width: number, setting: Setting) {
    this.signers = signers;
    this.signer = signer;
    this.width = width;
    this.setting = setting;
    this.styles = setting.block.block_styles;
    this.valueOf = lookUp(signer.values, setting.values);
    this.writtenFor = signer.id;
    this.addCaption();
    if (signer.entity === null) this.addIndividual();
    else this.addEntity();
    if (signer.needsWitness) this.addWitness();
  }

  /** The attestation, with lines for the witness. They are always printed, even if the block's styles omit other lines. */
  private addWitness(): void {
    const style = { ...this.styles.by_line_labels, is_enabled: true };
    this.rows.push(gap(SIGNING_ROOM));
    this.addText([{ text: WITNESS_LEAD, style: this.styleOf(style) }], 0);
    this.rows.push(gap(SIGNING_ROOM));
    const column = Math.max(
      ...WITNESS_LINES.map(([text]) => this.setWide([{ text, style: this.styleOf(style) }])),
    );
    for (const [label, purpose] of WITNESS_LINES) {
      if (purpose !== 'witness_signature')
        this.rows.push(gap(purpose === 'witness_address' ? ADDRESS_ROOM : WRITING_ROOM));
      this.addLine(label, 0, this.lineEnd(0), purpose, column, style);
      this.rows.push(gap(BELOW_LINE));
    }
  }

  private addCaption(): void {
    const captions = new Set(this.signers.flatMap(({ caption }) => caption ?? []));
    for (const caption of captions) this.addText(this.write(caption, this.styles.header), 0);
    if (captions.size > 0) this.rows.push(gap(STEP));
  }

  private addEntity(): void {
    const own = this.signer;
    for (const [at, signer] of this.signers.entries()) {
      if (at > 0) this.rows.push(gap(STEP));
      this.writeFor(signer);
      if (signer.entity) this.addHeader(signer.entity, signer.id);
      this.addOwnText(signer);
    }
    this.writeFor(own);
    // A hidden chain is not indented.
    const through = this.styles.signatory_name.is_enabled ? own.through : [];
    const step = this.stepOf(through.length + 1);
    through.forEach((nested, at) => this.addNested(nested, (at + 1) * step));
    const indent = (through.length + 1) * step;
    this.rows.push(gap(SIGNING_ROOM));
    const start = this.addSignatureLine('By:', indent);
    this.addPerson(start);
  }

  private writeFor({ id, values }: PageSigner): void {
    this.valueOf = lookUp(values, this.setting.values);
    this.writtenFor = id;
  }

  private addHeader(entity: { name: string; description: string | null }, signer: string): void {
    const { header, signatory_description } = this.styles;
    // A description makes no sense without the name.
    if (!header.is_enabled) return;
    const description = signatory_description.is_enabled ? entity.description?.trim() : undefined;
    const name = this.write(description ? `${entity.name},` : entity.name, header);
    this.warnIfLong(name, this.width, entity.name, signer);
    if (!description) this.addText(name, 0);
    else if (signatory_description.format === 1) {
      this.addText([...name, ...this.write(spaced(name, description), signatory_description)], 0);
    } else {
      this.addText(name, 0);
      this.addText(this.write(description, signatory_description), 0);
    }
  }

  /** What the deal team wrote for this signature, such as "as trustee of the Doe Family Trust". */
  private addOwnText({ text }: PageSigner): void {
    if (text !== undefined)
      this.addText(this.write(text, { ...this.styles.signatory_description, is_enabled: true }), 0);
  }

  /** "By: Alpha Capital Corp., its general partner" */
  private addNested({ name, description, capacity }: NestedEntity, indent: number): void {
    const { signatory_name, title } = this.styles;
    if (capacity === null || capacity.trim() === '') {
      this.setting.notes.warn({ kind: 'no_capacity', signer: this.signer.id, name });
    }
    const its = title.is_enabled && capacity?.trim() ? asCapacity(capacity.trim()) : null;
    const described = description?.trim() ? `${name}, ${description.trim()}` : name;
    this.rows.push(gap(STEP));
    const lines =
      its !== null && title.format === 1
        ? [[...this.write(`${described},`, signatory_name), ...this.write(` ${its}`, title)]]
        : [
            this.write(its === null ? described : `${described},`, signatory_name),
            ...(its === null ? [] : [this.write(its, title)]),
          ];
    this.addLabelled('By:', lines, indent);
    this.warnIfLong(this.write(name, signatory_name), this.width - indent, name, this.signer.id);
  }

  private addIndividual(): void {
    const { human, overrides } = this.signer;
    const { signatory_name } = this.styles;
    if (!human.name.trim()) this.setting.notes.warn({ kind: 'no_name', signer: this.signer.id });
    const name = this.write(human.name, signatory_name);
    this.warnIfLong(name, this.width, human.name, this.signer.id);
    const format = overrides.format ?? this.styles.individual_signature_format;
    if (format === 'side') this.addSideBySide(name);
    else {
      if (format === 'below') this.addText(name, 0);
      this.rows.push(gap(SIGNING_ROOM));
      this.addSignatureLine('', 0);
      if (format === 'above') this.addText(name, 0);
    }
    this.addOwnText(this.signer);
    if (overrides.individual ?? this.styles.title.individual) this.addTitle(0);
    this.addAdditionalFields(0);
  }

  /** "Signature: ____  Name: Jane Roe" */
  private addSideBySide(name: readonly Inline[]): void {
    const half = (this.width - SIDE_GAP) / 2;
    this.rows.push(gap(SIGNING_ROOM));
    if (half < 2 * this.leastValue()) {
      this.addSignatureLine('Signature:', 0);
      this.addLabelled('Name:', [name], 0);
      return;
    }
    const before = this.rows.length;
    this.addSignatureLine('Signature:', 0, half);
    const line = this.rows.splice(before)[0];
    this.addLabelled('Name:', [name], half + SIDE_GAP);
    const named = this.rows[before];
    if (line && named) this.rows[before] = beside(line, named);
    else if (line) this.rows.push(line);
    this.rows.push(gap(BELOW_LINE));
  }

  private addPerson(start: number): void {
    const { human, id } = this.signer;
    const { name } = this.styles;
    const known = human.name.trim() !== '';
    if (!known) this.setting.notes.warn({ kind: 'no_name', signer: id });
    const text = known ? this.write(human.name, name) : [];
    this.warnIfLong(text, this.width - start - this.labelColumn(), human.name, id);
    if (name.is_enabled) this.addField('Name:', text, start, 'name');
    this.addTitle(start);
    this.addAdditionalFields(start);
  }

  private addTitle(indent: number): void {
    const { title } = this.styles;
    if (!title.is_enabled) return;
    const text = this.signer.human.title?.trim() ?? '';
    if (text === '') this.setting.notes.warn({ kind: 'no_title', signer: this.signer.id });
    const label = this.signer.overrides.entity ?? title.entity;
    this.addField(TITLE_LABELS[label], text ? this.write(text, title) : [], indent, 'title');
  }

  private addAdditionalFields(indent: number): void {
    const { email, address } = this.signer.human;
    for (const { key, is_enabled } of this.setting.block.additional_fields) {
      if (!is_enabled) continue;
      if (key === 'signing_date') {
        this.addField(FIELD_LABELS[key], [], indent, 'date_signed');
        continue;
      }
      const value = (key === 'email' ? email : address)?.trim() ?? '';
      if (value === '') this.setting.notes.warn({ kind: 'missing_value', signer: this.signer.id, key });
      this.addField(FIELD_LABELS[key], value ? this.write(value, this.styles.name) : [], indent, key);
    }
  }

  /** Adds a label and its value, or a line to fill in if the value is unknown. */
  private addField(label: string, text: readonly Inline[], indent: number, purpose: FieldPurpose): void {
    const column = this.labelColumn();
    if (text.length > 0) this.addLabelled(label, [text], indent, column);
    else {
      this.rows.push(gap(WRITING_ROOM));
      this.addLine(label, indent, this.lineEnd(indent), purpose, column);
      this.rows.push(gap(BELOW_LINE));
    }
  }

  /** The width of the longest label below a signature. All values are aligned after it. */
  private labelColumn(): number {
    const { name, title } = this.styles;
    const labels = [
      ...(name.is_enabled && this.signer.entity ? ['Name:'] : []),
      ...(title.is_enabled ? [TITLE_LABELS[this.signer.overrides.entity ?? title.entity]] : []),
      ...this.setting.block.additional_fields.flatMap(({ key, is_enabled }) =>
        is_enabled ? FIELD_LABELS[key] : [],
      ),
    ];
    const style = this.styleOf(this.styles.by_line_labels);
    const widths = labels.map((text) => this.setWide([{ text, style }]));
    return Math.max(0, ...widths);
  }

  private setWide(inlines: readonly Inline[]): number {
    const { fonts, notes } = this.setting;
    return setText(inlines, Number.MAX_VALUE, 'left', fonts, notes)[0]?.width ?? 0;
  }

  /** @returns where the line starts */
  private addSignatureLine(label: string, indent: number, end = this.lineEnd(indent)): number {
    const start = this.addLine(label, indent, end, 'signature');
    this.rows.push(gap(BELOW_LINE));
    return start;
  }

  private addLine(
    label: string,
    indent: number,
    end: number,
    purpose: FieldPurpose,
    column = 0,
    labelStyle = this.styles.by_line_labels,
  ): number {
    const labelRow = this.labelRow(label, indent, column, end, labelStyle);
    const start = labelRow?.end ?? indent;
    const style = this.styleOf(this.styles.name);
    const [text] = setText([{ text: '', style }], this.width, 'left', this.setting.fonts, this.setting.notes);
    if (!text) return start;
    const y = text.baseline + 1.5;
    const isSigned = purpose === 'signature' || purpose === 'witness_signature';
    const above = isSigned ? SIGNING_ROOM : purpose === 'witness_address' ? ADDRESS_ROOM : 0;
    const tall = above + text.baseline;
    const line: Row = {
      ...fromText(text, []),
      height: Math.max(text.height, y + 1),
      rules: [{ x: start, y, width: end - start, thickness: 0.6, style: this.styles.line_styles }],
      fields: [
        {
          purpose,
          signers: this.signers.map(({ id }) => id),
          x: start,
          y: y - tall,
          width: end - start,
          height: tall,
        },
      ],
    };
    this.rows.push(labelRow ? beside(labelRow.row, line) : line);
    return start;
  }

  private addLabelled(
    label: string,
    lines: readonly (readonly Inline[])[],
    indent: number,
    column = 0,
  ): void {
    const labelRow = this.labelRow(label, indent, column);
    const start = labelRow?.end ?? indent;
    const rows = lines.flatMap((line) => this.set(line, start));
    const [first, ...others] = rows;
    if (labelRow && first) this.rows.push(beside(labelRow.row, first), ...others);
    else this.rows.push(...rows);
  }

  /** @returns the label and where its value begins; null if there is no label, or if the label has its own lines */
  private labelRow(
    label: string,
    indent: number,
    column: number,
    limit = this.width,
    style = this.styles.by_line_labels,
  ): { row: Row; end: number } | null {
    if (label === '' || !style.is_enabled) return null;
    const rows = this.set(this.write(label, style), indent);
    const [row] = rows;
    const last = row?.runs.at(-1);
    if (!row || !last) return null;
    const end = Math.max(last.x + last.width, indent + column) + sizeOf(style) * LABEL_SPACE;
    if (rows.length === 1 && end + this.leastValue() <= limit) return { row, end };
    // In a large font, the label gets its own lines.
    this.rows.push(...rows);
    return null;
  }

  /** The minimum width of a value, and of the labels below it: the widest character must fit. */
  private leastValue(): number {
    const { name, title, signatory_name, by_line_labels } = this.styles;
    const styles = [name, title, signatory_name, by_line_labels];
    return Math.max(LEAST_VALUE, ...styles.map((style) => sizeOf(style) * 1.2));
  }

  private addText(inlines: readonly Inline[], indent: number): void {
    this.rows.push(...this.set(inlines, indent));
  }

  private set(inlines: readonly Inline[], indent: number): Row[] {
    const { fonts, notes } = this.setting;
    return setText(inlines, this.width - indent, 'left', fonts, notes).map((row) =>
      movedRow(fromText(row, [this.writtenFor]), indent),
    );
  }

  private write(text: string, style: TextStyle): Inline[] {
    if (!style.is_enabled) return [];
    return fillIn(
      text,
      this.styleOf(style),
      style.text_transform,
      this.valueOf,
      this.writtenFor,
      this.setting.notes,
    );
  }

  private styleOf(style: TextStyle): InlineStyle {
    const { bold, italic, underline } = style;
    return { font: this.setting.font, size: sizeOf(style), bold, italic, underline };
  }

  /** The indent of each level of a chain. A deep chain gets smaller steps, so that its line still fits. */
  private stepOf(levels: number): number {
    if (this.setting.block.auth_rep_alignment === 'left') return 0;
    return Math.max(0, Math.min(INDENT, (this.width - LEAST_LINE) / levels));
  }

  private lineEnd(indent: number): number {
    return Math.min(this.width, Math.max(LONGEST_LINE, indent + LEAST_LINE));
  }

  private warnIfLong(text: readonly Inline[], width: number, name: string, signer: string): void {
    if (this.setWide(text) > LONG_NAME_LINES * width)
      this.setting.notes.warn({ kind: 'long_name', signer, name });
  }
}

/** Sizes in styles, such as "12px", mean points. */
function sizeOf({ font_size }: TextStyle): number {
  return Number.parseFloat(font_size);
}

function spaced(before: readonly Inline[], text: string): string {
  return before.length > 0 ? ` ${text}` : text;
}

function asCapacity(capacity: string): string {
  return /^(?:its|their|his|her|as)\s/i.test(capacity) ? capacity : `its ${capacity}`;
}
