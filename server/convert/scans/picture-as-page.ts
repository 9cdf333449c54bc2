/**
 * Returns a PDF with one page that a JPEG picture fills. `size` is in points. Only PDFium reads this PDF, and it saves a
 * proper one.
 */
export function pictureAsPage(
  data: Buffer,
  info: { width: number; height: number },
  size: { width: number; height: number },
): Buffer {
  const [width, height] = [size.width.toFixed(2), size.height.toFixed(2)];
  const draw = `q ${width} 0 0 ${height} 0 0 cm /P Do Q`;
  const before = [
    '%PDF-1.4',
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
    `3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources <</XObject <</P 5 0 R>>>>>> endobj`,
    `4 0 obj <</Length ${draw.length}>> stream\n${draw}\nendstream endobj`,
    `5 0 obj <</Type /XObject /Subtype /Image /Width ${info.width} /Height ${info.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${data.length}>> stream\n`,
  ].join('\n');
  // Without an object table, PDFium searches for the objects, which is quick in such a file.
  return Buffer.concat([
    Buffer.from(before),
    data,
    Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R>>\n'),
  ]);
}
