/** The path of a deal without the app shell, for frames of other pages (docs/product/sign-in.md, "Embedded transactions"). */
export const EMBED_PATH = '/transaction/embed';

/** Whether this page was opened at that path. It stays without the app shell, even on other paths. */
export const isEmbedded = `${window.location.pathname}/`.startsWith(`${EMBED_PATH}/`);
