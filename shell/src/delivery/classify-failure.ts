import type { DeliveryEvent, DeployedRemote } from '@obieg/contracts';
import { ContractError, isApiError } from '@obieg/web-kit';
import { isRouteErrorResponse } from 'react-router-dom';
import { toPath } from './failed-files';
import { checkFiles } from './file-check';

/** Errors of the bundler's chunk loader, of `withDeadline` and of `fetch`. */
const transferErrorNames: ReadonlySet<string> = new Set([
  'ChunkLoadError',
  'DeadlineError',
  'AbortError',
  'TimeoutError',
]);
/** Module Federation: manifest or script not loaded. It reports a script that throws with the second code, too. */
const transferErrorCodes = /RUNTIME-00[38]/;
const executionError = 'ScriptExecutionError';

const isTransferError = ({ name, message }: Error): boolean =>
  transferErrorNames.has(name) || (transferErrorCodes.test(message) && !message.includes(executionError));

/** Whether the bundler failed to load a chunk. */
export const isLostChunk = (error: unknown): error is Error & { request?: string; type?: string } =>
  error instanceof Error && error.name === 'ChunkLoadError';

/** Whether another request for a chunk may help. After the bundler's timeout, the page has waited long enough. */
export const isRetryableChunk = (error: unknown): boolean => isLostChunk(error) && error.type !== 'timeout';

type Digests = ReadonlyMap<string, string | undefined>;

/** The chunk that failed, otherwise the files of the first page. */
const findSuspects = (
  { integrity }: Pick<DeployedRemote, 'integrity'>,
  error: unknown,
  failedDigests: Digests,
): Digests => {
  if (!isLostChunk(error) || !error.request) return new Map(Object.entries(integrity));
  const path = toPath(error.request);
  return new Map([[path, integrity[path] ?? failedDigests.get(path)]]);
};

/** A failed call or a response that a route throws says nothing about the remote. */
const isCausedByServer = (error: unknown): boolean => isApiError(error) || isRouteErrorResponse(error);

/**
 * Returns the event to report for a remote's failure: while it loads, starts or renders. Undefined if the remote did
 * not cause it.
 *
 * @param failedDigests of files that the page could not load
 */
export const classifyFailure = async (
  remote: Pick<DeployedRemote, 'id' | 'version' | 'integrity'>,
  error: unknown,
  failedDigests: Digests,
): Promise<Exclude<DeliveryEvent, 'loaded'> | undefined> => {
  if (error instanceof ContractError) return 'contract-failed';
  if (isCausedByServer(error)) return undefined;
  if (!(error instanceof Error) || !isTransferError(error)) return 'render-failed';
  const state = await checkFiles(findSuspects(remote, error, failedDigests));
  return state === 'changed' ? 'integrity-failed' : 'load-failed';
};
