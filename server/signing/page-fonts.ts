import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create } from '@cantoo/fontkit';
import bidiFactory from 'bidi-js/dist/bidi.mjs';
import * as z from 'zod';
import {
  faceCatalog,
  FALLBACK_PACKAGES,
  type UnicodeRanges,
} from '../../src/contract/rules/signature-page/layout/face-catalog.ts';
import {
  openPageFonts,
  type LoadedFonts,
} from '../../src/contract/rules/signature-page/layout/page-fonts.ts';
import type { FaceId } from '../../src/contract/rules/signature-page/layout/sheet.ts';

export interface ServerFonts {
  readonly fonts: LoadedFonts;
  readonly load: (faces: readonly FaceId[]) => Promise<void>;
}

const rangesSchema = z.record(z.string(), z.string());

let opened: Promise<ServerFonts> | null = null;

/** Returns this process's fonts of signature pages. Each is read from node_modules when it is first needed. */
export function serverFonts(): Promise<ServerFonts> {
  opened ??= openServerFonts();
  return opened;
}

/** Opens fonts that aren't shared. */
export async function openServerFonts(): Promise<ServerFonts> {
  const ranges = await Promise.all(
    FALLBACK_PACKAGES.map(async (name) => [name, await readRanges(name)] as const),
  );
  const fonts = openPageFonts(faceCatalog(new Map(ranges)), bidiFactory());
  return {
    fonts,
    load: async (faces) => {
      await Promise.all(faces.map((face) => loadFace(fonts, face)));
    },
  };
}

async function readRanges(name: string): Promise<UnicodeRanges> {
  return rangesSchema.parse(JSON.parse((await readPackaged(`@fontsource/${name}/unicode.json`)).toString()));
}

async function loadFace(fonts: LoadedFonts, id: FaceId): Promise<void> {
  const face = fonts.faces.find((each) => each.id === id);
  if (!face || fonts.isLoaded(id)) return;
  const font = create(await readPackaged(face.file));
  if (!('layout' in font)) throw new Error(`${face.file} holds several fonts.`);
  fonts.add(id, font);
}

function readPackaged(file: string): Promise<Buffer> {
  return readFile(fileURLToPath(import.meta.resolve(file)));
}
