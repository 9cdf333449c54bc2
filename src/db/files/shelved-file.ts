import * as z from 'zod';
import { SIGNING_TYPES } from '../../contract/rules/documents/upload-checks.ts';

/** The name under which the tray keeps a file that is not on the server. */
export const FILE_UPLOAD = 'file.upload';

/** What the tray knows of a file. Its bytes are under the document's uuid, if this device has them. */
export const shelvedFileSchema = z.object({
  /** The document's. Absent where an earlier version of the app kept it: the row's id is the same. */
  uuid: z.string().optional(),
  transaction: z.string(),
  fileName: z.string(),
  name: z.string().optional(),
  signingType: z.enum(SIGNING_TYPES).optional(),
  sha256: z.string().optional(),
  /** The item of which it is to be a version. */
  versionOf: z.string().optional(),
});
export type ShelvedFile = z.infer<typeof shelvedFileSchema>;
