import { PAGE_CONVERSION_MS } from '../../../contract/rules/documents/upload-status.ts';
import type { MirrorDatabase } from '../../database.ts';
import { CONFIG_KEY } from '../../rows.ts';

/** Returns how long one page takes to convert, ms: the server's setting, or else the default (docs/product/upload-queue.md, "Statuses"). */
export async function pageConversionMs(db: MirrorDatabase): Promise<number> {
  const value = (await db.meta.get(CONFIG_KEY))?.value;
  const said =
    typeof value === 'object' && value !== null && 'page_conversion_ms' in value
      ? value.page_conversion_ms
      : undefined;
  return typeof said === 'number' && said > 0 ? said : PAGE_CONVERSION_MS;
}
