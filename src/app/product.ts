export const PRODUCT_NAME = 'Counterpart';
/** The title of every page (docs/product/app-shell.md, "Addresses"). */
export const PAGE_TITLE = `${PRODUCT_NAME} – Making Transactions Simple`;
