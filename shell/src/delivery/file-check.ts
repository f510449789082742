/** What files are like when the browser fetches them again. */
export type FileState = 'intact' | 'changed' | 'unreachable';

const timeoutMs = 8_000;

const fetchFile = async (path: string): Promise<Response> => {
  // The default cache mode returns the bytes that the browser refused, if it has cached them.
  const response = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  return response;
};

/** @param algorithm as in Subresource Integrity: `sha256`, `sha384` or `sha512` */
const computeDigest = async (content: ArrayBuffer, algorithm: string): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest(algorithm.replace('sha', 'SHA-'), content));
  return `${algorithm}-${btoa(String.fromCharCode(...hash))}`;
};

const checkFile = async (path: string, digest: string | undefined): Promise<FileState> => {
  const content = await (await fetchFile(path)).arrayBuffer();
  // Undefined outside secure contexts, although its type does not say so.
  const canDigest = (crypto as Partial<Crypto>).subtle !== undefined;
  if (digest === undefined || !canDigest) return 'intact';
  const [algorithm = ''] = digest.split('-');
  return digest === (await computeDigest(content, algorithm)) ? 'intact' : 'changed';
};

/**
 * Fetches files again and compares their digests. Browsers report a file with another digest like a lost connection,
 * so this is the only way to tell them apart.
 *
 * Limits: a file that changes between both requests is misjudged. A changed file counts as intact if its digest is
 * unknown, and without a secure context (plain HTTP except localhost), because SubtleCrypto is missing there.
 *
 * @param digests of the files by absolute path on this origin
 */
export const checkFiles = async (digests: ReadonlyMap<string, string | undefined>): Promise<FileState> => {
  const states = await Promise.all(
    [...digests].map(([path, digest]) => checkFile(path, digest).catch(() => 'unreachable' as const)),
  );
  return (
    states.find((state) => state === 'changed') ?? states.find((state) => state !== 'intact') ?? 'intact'
  );
};
