import type { FolderStore } from './folder-store.ts';

export type FolderStoreServer = {
  /** The port it listens on; of use when 0 was asked for. */
  port: number;
  close(): Promise<void>;
};

/**
 * Serves presigned uploads (form POST) and signed downloads on an origin of its own. `allowedOrigins` are the app's
 * (PUBLIC_URL); no other page may send or read by script.
 */
export async function startFolderStoreServer(options: {
  store: FolderStore;
  host: string;
  port: number;
  allowedOrigins: readonly string[];
}): Promise<FolderStoreServer> {
  throw new Error(`not built yet ${options.port}`);
}
