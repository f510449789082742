import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = new Set(['.js', '.mjs', '.css', '.json', '.svg', '.txt', '.wasm', '.ico', '.html']);
/** Compressing a smaller file does not save a packet. */
const compressFromBytes = 1_024;

/** Endings of compressed variants, which the gateway chooses by Accept-Encoding. */
const endings = ['.br', '.gz'] as const;

export const isCompressedVariant = (file: string): boolean => endings.some((ending) => file.endsWith(ending));

/** @returns the compressed variants that are smaller than the file, by name */
export const compressFile = async (name: string, content: Buffer): Promise<[string, Buffer][]> => {
  if (!compressible.has(extname(name)) || content.length < compressFromBytes) return [];
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  const variants: [string, Buffer][] = [
    [`${name}.br`, br],
    [`${name}.gz`, gz],
  ];
  return variants.filter(([, packed]) => packed.length < content.length);
};
