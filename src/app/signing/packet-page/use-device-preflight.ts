import { useMemo } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { LoadedFonts } from '../../../contract/rules/signature-page/layout/page-fonts.ts';
import type { PageLayout } from '../../../contract/rules/signature-page/layout/sheet.ts';
import { warningInWords } from '../../../contract/rules/signature-page/layout/warning-in-words.ts';
import {
  deviceChecks,
  type DeviceCheck,
  type DevicePage,
} from '../../../db/queries/signing/packets/device-preflight.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { sheetsToLayOut } from '../../signature-pages/gallery/gallery-pages.ts';
import { useSheetLayouts } from '../../signature-pages/gallery/use-sheet-layouts.ts';

/** The result of checking a packet on this device. */
export interface CheckedPacket extends Omit<DeviceCheck, 'pages'> {
  pages: (DevicePage & { layout: PageLayout | undefined })[];
}

export interface DevicePreflight {
  packets: ReadonlyMap<string, CheckedPacket>;
  fonts: LoadedFonts | null;
  /** Whether the device has checked everything that it can check. */
  isDone: boolean;
}

const NOTHING: ReadonlyMap<string, DeviceCheck> = new Map();

/** Checks packets of a deal on this device, page by page, with the same rules as the server. */
export function useDevicePreflight(transaction: string, packets: readonly string[]): DevicePreflight {
  const db = useMirror();
  const asked = packets.join(' ');
  const deal = useLiveQuery(() => db.transactions.get(transaction), [db, transaction]);
  const read = useLiveQuery(
    async () => (asked === '' ? NOTHING : deviceChecks(db, transaction, asked.split(' '))),
    [db, transaction, asked],
  );
  const paper = deal?.paperSize ?? 'letter';
  const sheets = useMemo(
    () =>
      new Map(
        [...(read ?? NOTHING).values()].flatMap(({ pages }) =>
          pages.flatMap(({ document: documentName, generated }) =>
            generated
              ? [
                  [
                    generated,
                    sheetsToLayOut({ ...generated, paper, documentName }, generated.signers),
                  ] as const,
                ]
              : [],
          ),
        ),
      ),
    [read, paper],
  );
  const all = useMemo(() => [...sheets.values()], [sheets]);
  const { layouts, fonts, problem } = useSheetLayouts(all);
  const checked = Array.from(read ?? NOTHING, ([uuid, check]): [string, CheckedPacket] => {
    const pages = check.pages.map((page) => {
      const key = page.generated && sheets.get(page.generated)?.key;
      return { ...page, layout: key ? layouts.get(key) : undefined };
    });
    const warnings = new Set([...check.warnings, ...pages.flatMap(warningsOf)]);
    return [uuid, { ...check, pages, warnings: [...warnings] }];
  });
  return {
    packets: new Map(checked),
    fonts,
    isDone:
      read !== undefined &&
      deal !== undefined &&
      (problem !== null || all.every(({ key }) => layouts.has(key))),
  };
}

function warningsOf({ document, generated, layout }: CheckedPacket['pages'][number]): string[] {
  const nameOf = (signer: string) => generated?.signers.find(({ id }) => id === signer)?.human.name ?? '';
  return (layout?.warnings ?? []).flatMap((warning) => warningInWords(warning, { document, nameOf }) ?? []);
}
