import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

/** The part of an Office document that lists the types of the others (ECMA-376, part 2). */
const typesPart = '[Content_Types].xml';
const wordMainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
/** The value of an attribute. Without the type's name, whose length would cost the check of expressions half a minute. */
const contentType = /ContentType\s*=\s*["']([^"']*)["']/g;

/** Far above the number of parts in real documents, and still cheap to read. */
const partsMax = 10_000;
const typesMaxBytes = 1024 * 1024;

/** A ZIP archive may have arbitrary content before its first part, which a browser might render. */
const beginsWithPart = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1') === 'PK\x03\x04';
  } finally {
    await file.close();
  }
};

const readTypes = async (path: string): Promise<string> => {
  const archive = await openPromise(path);
  if (archive.entryCount > partsMax) {
    archive.close();
    return '';
  }
  for await (const part of archive.eachEntry()) {
    if (part.fileName !== typesPart) continue;
    return part.uncompressedSize > typesMaxBytes ? '' : await text(await archive.openReadStreamPromise(part));
  }
  return '';
};

const listsWordType = (types: string): boolean =>
  [...types.matchAll(contentType)].some(([, type]) => type === wordMainType);

/**
 * Reads the central directory of the ZIP archive, as Word does. Scanning the parts in order would fail on a large
 * image whose length follows its data, which streaming writers produce.
 *
 * @throws if the archive is corrupt
 */
export const isDocx = async (path: string): Promise<boolean> =>
  (await beginsWithPart(path)) && listsWordType(await readTypes(path));
