// The maximum lengths that the server accepts (src/contract/entities/signing/signatory.ts, which the page does not load).

export const NAME_MAX = 350;
export const EMAIL_MAX = 320;
export const TITLE_MAX = 350;
export const TEXT_MAX = 2000;
