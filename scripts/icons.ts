// `node scripts/icons.ts`: renders the PNG icons from the SVG sources in public/icons/. Run it after changing
// a source.
import { join } from 'node:path';
import sharp from 'sharp';

const folder = 'public/icons';
const drawings = [
  { source: 'icon.svg', size: 192, file: 'icon-192.png' },
  { source: 'icon.svg', size: 512, file: 'icon-512.png' },
  { source: 'icon-maskable.svg', size: 512, file: 'icon-maskable-512.png' },
  // iOS rounds the corners itself and shows transparent areas in black, so this icon has no transparent
  // margin.
  { source: 'icon-maskable.svg', size: 180, file: 'apple-touch-icon.png' },
];

for (const { source, size, file } of drawings) {
  await sharp(join(folder, source), { density: (72 * size) / 512 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, file));
  console.log(`${folder}/${file}`);
}
