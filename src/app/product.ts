export const PRODUCT_NAME = 'Counterpart';
/** The title of every page (upload spec 2 "App shell"). */
export const PAGE_TITLE = `${PRODUCT_NAME} – Making Transactions Simple`;
