import { createHash } from 'node:crypto';
import type { PacketOptions } from '../../../src/contract/entities/packet.ts';
import type { SignaturePageDesign } from '../../../src/contract/entities/signature-page-design.ts';
import type { PageSigner } from '../../../src/contract/rules/signature-page/page-signer.ts';
import type { Paper } from '../../../src/contract/rules/signature-page/sheet.ts';

/** A signature page, with those of its signers for whom the packet's person signs. */
export interface PacketSourcePage {
  readonly page: string;
  readonly design: SignaturePageDesign;
  readonly signers: readonly PageSigner[];
}

export interface PacketSourceDocument {
  readonly item: string;
  readonly name: string;
  readonly pages: readonly PacketSourcePage[];
}

/** Everything that the pages of a packet show, as plain data. */
export interface PacketSource {
  readonly deal: string;
  readonly signatory: string;
  readonly paper: Paper;
  readonly options: PacketOptions;
  /** In the order of the checklist. */
  readonly documents: readonly PacketSourceDocument[];
}

/** Returns a hash of what the pages show. Two packets with the same one look alike, except for their codes. */
export function hashOfSource(source: PacketSource): string {
  return createHash('sha256').update(JSON.stringify(source)).digest('hex');
}
