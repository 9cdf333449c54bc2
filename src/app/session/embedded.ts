/** Where a deal is shown without the shell, in a frame of another page (docs/product/sign-in.md, "Embedded transactions"). */
export const EMBED_PATH = '/transaction/embed';

/** Whether this page began there. It stays without the shell wherever a link in it leads. */
export const isEmbedded = `${window.location.pathname}/`.startsWith(`${EMBED_PATH}/`);
