import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

/** The part of an Office document that says what the others are (ECMA-376, part 2). */
const typesPart = '[Content_Types].xml';
const wordMainPart =
  /ContentType\s*=\s*["']application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\.main\+xml["']/;

/** Many times what any document has, and no burden. */
const partsMax = 10_000;
const typesMaxBytes = 1024 * 1024;

/** An archive may stand behind something else, which a browser might show. */
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

/**
 * Whether a file is a document of Word, by the archive's directory of its parts, as Word reads it. Who goes through the
 * parts themselves does not get past a large picture whose length is told behind it, as by programs that write without
 * going back in the file. Throws for what is broken.
 */
export const isDocx = async (path: string): Promise<boolean> =>
  (await beginsWithPart(path)) && wordMainPart.test(await readTypes(path));
