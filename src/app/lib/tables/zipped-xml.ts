import { strToU8, zipSync } from 'fflate';

/** Returns XML parts, by their path, as an Office file. */
export function zippedXml(parts: Readonly<Record<string, string>>, type: string): Blob {
  const files = Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)] as const);
  return new Blob([zipSync(Object.fromEntries(files))], { type });
}
