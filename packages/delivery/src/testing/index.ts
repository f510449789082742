export { startBucket, type TestBucket } from './bucket';
export { type BuiltFolderOptions, writeBuiltFolder } from './built-folder';
