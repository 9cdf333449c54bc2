import * as z from 'zod';
import { INK_WARNINGS } from '../../../src/contract/rules/signing/pages/scanned-page.ts';

// The pages that a scan is compared with. Shared by the server and the process that compares them.

const area = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const point = z.object({ x: z.number(), y: z.number() });

export const comparedPagesSchema = z.array(
  z.object({
    /** From 1. */
    page: z.int().positive(),
    /** The number of clockwise quarter turns that make the page upright. */
    turns: z.int().min(0).max(3),
    /** The codes on the upright page. If it is empty, the process looks for codes. */
    codes: z.array(
      z.object({ text: z.string(), by: z.enum(['code', 'text']), corners: z.array(point).nullable() }),
    ),
    sheet: z.object({
      width: z.number().positive(),
      height: z.number().positive(),
      fields: z.array(area.extend({ purpose: z.string(), signers: z.array(z.string()) })),
      runs: z.array(z.object({ x: z.number(), y: z.number(), width: z.number(), size: z.number() })),
      codes: z.array(z.object({ text: z.string(), x: z.number(), y: z.number(), size: z.number() })),
    }),
    /** What was printed on the page, and the picture of the page underneath, if it was copied from a file. */
    svg: z.string(),
    background: z.string().nullable(),
    /** The signatures that the page was matched to. */
    own: z.array(z.string()),
  }),
);
export type ComparedPage = z.infer<typeof comparedPagesSchema>[number];

const coefficient = z.number();

export const scanComparisonsSchema = z.array(
  z.object({
    page: z.int().positive(),
    warnings: z.array(z.enum(INK_WARNINGS)),
    /**
     * Converts fractions of the blank page, from its top left, into points of the upright scan; null if its codes aren't
     * enough.
     */
    fit: z.tuple([coefficient, coefficient, coefficient, coefficient, coefficient, coefficient]).nullable(),
  }),
);
export type ScanComparison = z.infer<typeof scanComparisonsSchema>[number];
