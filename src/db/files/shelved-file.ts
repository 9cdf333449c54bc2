import * as z from 'zod';
import { SIGNING_TYPES } from '../../contract/rules/documents/upload-checks.ts';

/** The key under which the tray keeps a file that is not on the server. */
export const FILE_UPLOAD = 'file.upload';

/** What the tray knows about a file. Its bytes are stored under the document's uuid, if this device has them. */
export const shelvedFileSchema = z.object({
  /** The document's uuid. Absent if an earlier version of the app stored it, because then the row's id is the same. */
  uuid: z.string().optional(),
  transaction: z.string(),
  fileName: z.string(),
  name: z.string().optional(),
  signingType: z.enum(SIGNING_TYPES).optional(),
  sha256: z.string().optional(),
  /** The item that it should become a version of. */
  versionOf: z.string().optional(),
  /** Whether it contains signed pages that came back. */
  returned: z.literal(true).optional(),
  /** The signatory that the pages were dropped on. */
  expectedSignatory: z.string().optional(),
});
export type ShelvedFile = z.infer<typeof shelvedFileSchema>;
