import { remoteContractVersion } from '@obieg/contracts';
import { isRecord } from '@obieg/contracts/is-record';
import type { RouteObject } from 'react-router-dom';
import type { MessageLoaders } from '../i18n/message-loaders';

export interface Remote {
  /** Contract version of the web-kit that the remote is built with. The shell accepts only its own version. */
  contractVersion: number;
  /**
   * Routes with absolute paths. Each path matches a pattern in `remote.json`. `loader`, `lazy` and `children` work as
   * in React Router. The shell adds layout and guards.
   */
  routes: RouteObject[];
  /** Texts. The namespace is the remote's id. */
  messages: MessageLoaders;
}

/** Creates the default export of a remote's `src/remote.ts`. */
export const defineRemote = (remote: Remote): Remote => remote;

/** The remote has a wrong shape or another contract version. A retry cannot succeed. */
export class ContractError extends Error {
  readonly code = 'REMOTE_CONTRACT';
}

/**
 * Returns the remote that a module exports by default, created by {@link defineRemote}.
 *
 * @throws ContractError if the shape is wrong or the contract version differs
 */
export const assertRemote = (module: unknown, id: string): Remote => {
  const remote = isRecord(module) ? module['default'] : undefined;
  if (!isRecord(remote)) throw new ContractError(`${id} exports no remote`);
  if (remote['contractVersion'] !== remoteContractVersion) {
    throw new ContractError(
      `${id} uses contract version ${String(remote['contractVersion'])}, the shell ${remoteContractVersion}`,
    );
  }
  if (!Array.isArray(remote['routes']) || remote['routes'].length === 0) {
    throw new ContractError(`${id} has no routes`);
  }
  if (!isRecord(remote['messages'])) throw new ContractError(`${id} has no messages`);
  return remote as unknown as Remote;
};
