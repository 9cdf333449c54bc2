import { PAGE_CONVERSION_MS } from '../../../contract/rules/documents/upload-status.ts';
import type { MirrorDatabase } from '../../database.ts';
import { CONFIG_KEY } from '../../rows.ts';

/** What a page takes to be prepared, ms: the server's setting, or the spec's where it has not said (upload spec 9). */
export async function pageConversionMs(db: MirrorDatabase): Promise<number> {
  const value = (await db.meta.get(CONFIG_KEY))?.value;
  const said =
    typeof value === 'object' && value !== null && 'page_conversion_ms' in value
      ? value.page_conversion_ms
      : undefined;
  return typeof said === 'number' && said > 0 ? said : PAGE_CONVERSION_MS;
}
