/** The path of a deal without the app shell, for frames of other pages (docs/product/sign-in.md, "Embedded transactions"). */
export const EMBED_PATH = '/transaction/embed';

/** Whether this page was opened there. It stays without the shell wherever its links lead. */
export const isEmbedded = `${window.location.pathname}/`.startsWith(`${EMBED_PATH}/`);
