/**
 * Returns the header that decides whether a browser shows or saves a file. Images are shown in the app. Any other upload is
 * saved, and never runs in the store's origin.
 */
export function contentDisposition(contentType: string, fileName: string): string {
  const kind = contentType === 'image/png' ? 'inline' : 'attachment';
  if (fileName === '') return kind;
  const plain = fileName.replaceAll(/[^\u0020-\u007E]|["\\%]/g, '_');
  // RFC 5987: characters that encodeURIComponent leaves alone but the grammar does not allow.
  const exact = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
