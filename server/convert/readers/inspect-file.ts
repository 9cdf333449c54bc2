import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { runReader, type Reader, type ReaderOptions } from './run-reader.ts';

/** What the bytes of an uploaded file reveal about it. */
const factsSchema = z.object({
  /** The kind of file, or what is wrong with it; null = not a document. */
  sniffed: z.enum(['pdf', 'doc', 'docx', 'password_protected', 'corrupt', 'unpacks_too_large']).nullable(),
  /** Whether it is a Word document that names custom keys. */
  hasVariables: z.boolean(),
});
export type FileFacts = z.infer<typeof factsSchema>;

const inspector: Reader<FileFacts> = {
  program: fileURLToPath(import.meta.resolve('./inspect-file-process.ts')),
  result: factsSchema,
  // It reads up to 500 MB, once, which takes a second or two.
  limits: {
    wallSeconds: 60,
    cpuSeconds: 20,
    memoryMegabytes: 1024,
    fileMegabytes: 1,
    processes: 64,
    openFiles: 64,
  },
  heapMegabytes: 128,
  keepsSpare: false,
};

/**
 * Inspects an uploaded file in a separate process with limits.
 * @throws {ConversionError} if the file keeps it from finishing; any other error is the machine's fault
 */
export function inspectFile(options: ReaderOptions): Promise<FileFacts> {
  return runReader(inspector, options, (facts) => Promise.resolve(facts));
}
