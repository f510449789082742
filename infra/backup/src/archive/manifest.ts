import { createHash } from 'node:crypto';
import * as z from 'zod';
import { RefusedError } from '../refused';
import { isSameDigest, type Sealing } from './encryption';

export const manifestFile = 'manifest.json';

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** A stored file. `sha256` and `bytes` describe what is stored, after compression and encryption. */
const partSchema = z.object({ file: z.string(), bytes: z.int().nonnegative(), sha256: digestSchema });
export type Part = z.infer<typeof partSchema>;

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().nonnegative(),
  parts: z.array(partSchema).min(1),
});
export type TableCopy = z.infer<typeof tableSchema>;

const sequenceSchema = z.object({
  name: z.string(),
  /** A string, because it can exceed the safe integers. */
  lastValue: z.string().regex(/^-?\d{1,19}$/),
  isCalled: z.boolean(),
});
export type SequenceCopy = z.infer<typeof sequenceSchema>;

const databaseSchema = z.object({
  serverVersion: z.string(),
  /** Names of the migrations that had run, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
});
export type DatabaseCopy = z.infer<typeof databaseSchema>;

const manifestSchema = z.object({
  format: z.literal('obieg-backup/1'),
  name: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Null without encryption. `check` tells a wrong passphrase from a changed manifest. */
  encryption: z
    .object({ algorithm: z.literal('scrypt, aes-256-gcm'), salt: z.hex(), check: digestSchema })
    .nullable(),
  databases: z.object({ identity: databaseSchema, workflow: databaseSchema, tasks: databaseSchema }),
  attachments: z.object({
    count: z.int().nonnegative(),
    bytes: z.int().nonnegative(),
    /** Lines of object name, size and SHA-256 of the content, separated by tabs. */
    index: z.array(partSchema).min(1),
    /** Objects that were missing or damaged in the product already. */
    damaged: z.array(z.string()),
    /** Objects that were deleted during the backup. Absent if there are none. */
    deleted: z.array(z.string()).optional(),
  }),
  /** Key files of the data folder. */
  keys: z.array(partSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Objects of the index that have no file in the archive. */
export const listAbsent = ({ damaged, deleted = [] }: Manifest['attachments']): Set<string> =>
  new Set([...damaged, ...deleted]);

const checkText = 'obieg-backup passphrase';
/** Describes the encryption of an archive in its manifest. */
export const describeEncryption = (sealing: Sealing | undefined): Manifest['encryption'] =>
  sealing?.salt === undefined
    ? null
    : {
        algorithm: 'scrypt, aes-256-gcm',
        salt: sealing.salt.toString('hex'),
        check: sealing.authenticate(checkText),
      };

const format = (manifest: Manifest, digest: string): string =>
  `${JSON.stringify({ ...manifest, digest }, null, 2)}\n`;

const digestOf = (manifest: Manifest, sealing: Sealing | undefined): string => {
  const text = JSON.stringify(manifest);
  return sealing ? sealing.authenticate(text) : createHash('sha256').update(text).digest('hex');
};

/** Serializes a manifest with its digest; with a passphrase, the digest authenticates it. */
export const serializeManifest = (manifest: Manifest, sealing: Sealing | undefined): string => {
  // Parsing puts the fields in the order that `parseManifest` expects.
  const ordered = manifestSchema.parse(manifest);
  return format(ordered, digestOf(ordered, sealing));
};

const changed = (): RefusedError =>
  new RefusedError(`${manifestFile} was changed or is damaged. Restore another backup.`);

/**
 * Parses a manifest and compares its digest.
 *
 * @param unlock creates the sealing for a salt; undefined without a passphrase
 * @throws RefusedError
 */
export const parseManifest = async (
  text: string,
  unlock: ((salt: Buffer) => Promise<Sealing>) | undefined,
): Promise<{ manifest: Manifest; sealing: Sealing | undefined }> => {
  let value: { digest?: unknown; format?: unknown };
  try {
    value = JSON.parse(text);
  } catch {
    throw changed();
  }
  const { digest, ...body } = value;
  if (typeof body.format === 'string' && /^obieg-backup\/(?!1$)\d+$/.test(body.format))
    throw new RefusedError(`The backup has format ${body.format}. Restore it with a newer version of Obieg.`);
  const parsed = manifestSchema.safeParse(body);
  if (!parsed.success || typeof digest !== 'string') throw changed();
  const manifest = parsed.data;
  const sealing = await unlockManifest(manifest, unlock);
  // The text must be exactly what was written, so that no byte can differ.
  if (!isSameDigest(digest, digestOf(manifest, sealing)) || text !== format(manifest, digest))
    throw changed();
  return { manifest, sealing };
};

const unlockManifest = async (
  { encryption }: Manifest,
  unlock: ((salt: Buffer) => Promise<Sealing>) | undefined,
): Promise<Sealing | undefined> => {
  if (encryption === null) {
    // Otherwise an attacker could replace an encrypted backup by a forged one.
    if (unlock)
      throw new RefusedError('The backup is not encrypted. Omit --passphrase-file if you expect that.');
    return undefined;
  }
  if (!unlock)
    throw new RefusedError(
      'The backup is encrypted. Name the file of its passphrase: --passphrase-file <file>.',
    );
  const sealing = await unlock(Buffer.from(encryption.salt, 'hex'));
  if (!isSameDigest(sealing.authenticate(checkText), encryption.check))
    throw new RefusedError('The passphrase is wrong.');
  return sealing;
};
