/** Keyed objects in a folder or a bucket. Every write is conditional. */
export interface ObjectStore {
  /** Folder or URL, for messages. Contains no credentials. */
  readonly address: string;
  /** `tag` changes with the content. */
  read(key: string): Promise<{ content: Buffer; tag: string } | undefined>;
  /** Keys below a prefix that ends with "/". */
  list(prefix: string): Promise<string[]>;
  /** Names of the folders directly below a prefix that ends with "/". */
  listFolders(prefix: string): Promise<string[]>;
  /** Writes a new object. @returns false if it exists */
  create(key: string, content: Buffer): Promise<boolean>;
  /** Replaces an object if its tag is still `tag`. @returns false if it changed */
  replace(key: string, content: Buffer, tag: string): Promise<boolean>;
  /** Succeeds if the object does not exist. */
  remove(key: string): Promise<void>;
}

export interface BucketCredentials {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Bounds the memory that a damaged or hostile object can take. */
export const objectBytesMax = 64 * 1_024 * 1_024;

/** Rejects hidden files, parent folders and separators within a name. */
const segmentPattern = /^[A-Za-z0-9_@~+-][A-Za-z0-9_.@~+-]{0,199}$/;

export const isSafePath = (path: string): boolean =>
  path.length <= 500 && path.split('/').every((segment) => segmentPattern.test(segment));

/** @throws if the key could leave the store or name a hidden file */
export const checkKey = (key: string): void => {
  if (!isSafePath(key)) throw new Error(`"${key}" is not a valid path in a store`);
};

export const checkPrefix = (prefix: string): void => {
  if (!prefix.endsWith('/')) throw new Error(`The prefix "${prefix}" does not end with "/"`);
  checkKey(prefix.slice(0, -1));
};
