import type { DeployedRemote, RemoteRegistry } from '@obieg/contracts';
import { isRecord } from '@obieg/contracts/is-record';

const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem);

const isRoute = (value: unknown): boolean =>
  isRecord(value) && isText(value['path']) && isText(value['access']) && isText(value['layout']);

const isNavigationEntry = (value: unknown): boolean =>
  isRecord(value) && isText(value['section']) && isText(value['to']) && isRecord(value['labels']);

const isDeployedRemote = (value: unknown): value is DeployedRemote =>
  isRecord(value) &&
  isText(value['id']) &&
  isText(value['version']) &&
  isText(value['entry']) &&
  typeof value['contractVersion'] === 'number' &&
  isList(value['routes'], isRoute) &&
  isList(value['navigation'], isNavigationEntry) &&
  isList(value['preload'], isText) &&
  isRecord(value['integrity']);

/**
 * Checks the shape of a registry. The gateway has validated its content; a schema library would be a tenth of the first
 * page.
 *
 * @throws TypeError if it is no registry
 */
export const parseRegistry = (value: unknown): RemoteRegistry => {
  const remotes = isRecord(value) ? value['remotes'] : undefined;
  if (!isRecord(value) || !isList(remotes, isDeployedRemote))
    throw new TypeError('This is no registry of remotes.');
  return value as unknown as RemoteRegistry;
};
