import {
  loadRemote,
  registerGlobalPlugins,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import { type DeployedRemote, type RemoteRegistry, remoteContractVersion } from '@obieg/contracts';
import { assertRemote, ContractError, type Remote, registerMessages } from '@obieg/web-kit';
import { isRetryableChunk } from '../delivery/classify-failure';
import type { DeliveryReporter } from '../delivery/delivery-reporter';
import { fetchRegistry } from '../registry/registry';
import { forgetFailedShares } from './forget-failed-shares';
import { createResiliencePlugin } from './resilience-plugin';
import { retry, withDeadline } from './retry';

/** Includes the retries of each request. Nothing else detects a load that hangs. */
const loadDeadlineMs = 15_000;

/** Chromium answers the first request for a file with the failure of its preload link, even if the file arrives. */
const chunkRetry = { retries: 1, delayMs: 100, isRetryable: isRetryableChunk };

/** A remote's code could not be loaded. A retry may help. */
export class RemoteLoadError extends Error {
  readonly code = 'REMOTE_LOAD';
  constructor(
    readonly remoteId: string,
    options: ErrorOptions,
  ) {
    super(`${remoteId} could not be loaded`, options);
  }
}

/** Loads a remote, once per id. @throws RemoteLoadError, ContractError */
export type LoadRemote = (id: string) => Promise<Remote>;

const toFederationName = (id: string): string => id.replaceAll('-', '_');

/**
 * Returns the script that starts a remote. Versions built before 2026-11-27 name a manifest as their entry, and the
 * script among the files to preload.
 */
const findEntryScript = ({ entry, preload }: DeployedRemote): string =>
  entry.endsWith('.json') ? (preload.find((file) => /\/remoteEntry\.[^/]*\.js$/.test(file)) ?? entry) : entry;

const checkContract = ({ id, contractVersion }: DeployedRemote): void => {
  if (contractVersion !== remoteContractVersion) {
    throw new ContractError(
      `${id} uses contract version ${contractVersion}, the shell ${remoteContractVersion}`,
    );
  }
};

/**
 * Loads remotes as the registry declares them and reports each result. After a failure, the next call fetches the
 * registry and the entry again.
 */
export const createRemoteLoader = (
  { remotes }: RemoteRegistry,
  { reportLoaded, reportLoadFailure }: Pick<DeliveryReporter, 'reportLoaded' | 'reportLoadFailure'>,
): LoadRemote => {
  const rows = new Map(remotes.map((remote) => [remote.id, remote]));
  const loaded = new Map<string, Promise<Remote>>();
  const failures = new Map<string, number>();

  // Global, because each remote loads the shared modules that it needs.
  registerGlobalPlugins([forgetFailedShares]);
  registerPlugins([
    createResiliencePlugin({
      findIntegrity: (path) => {
        for (const { integrity } of rows.values()) if (integrity[path]) return integrity[path];
        return undefined;
      },
    }),
  ]);

  const register = (row: DeployedRemote, query: string, force: boolean): void => {
    const { id } = row;
    const address = new URL(findEntryScript(row) + query, location.origin).href;
    registerRemotes([{ name: toFederationName(id), entry: address }], { force });
  };
  for (const row of rows.values()) register(row, '', false);

  /** Module Federation caches a failed entry by address, and a new version may be deployed by now. */
  const refreshRegistration = async (id: string, attempt: number): Promise<void> => {
    const registry = await fetchRegistry().catch(() => undefined);
    for (const row of registry?.remotes ?? []) if (row.id === id) rows.set(id, row);
    const row = rows.get(id);
    if (row) register(row, `?r=${attempt}`, true);
  };

  const attemptLoad = async (id: string): Promise<Remote> => {
    const attempt = failures.get(id) ?? 0;
    if (attempt > 0) await refreshRegistration(id, attempt);
    const row = rows.get(id);
    if (!row) throw new Error(`${id} is not in the registry`);
    checkContract(row);
    const module: unknown = await retry(() => loadRemote(`${toFederationName(id)}/remote`), chunkRetry);
    const remote = assertRemote(module, id);
    await registerMessages(id, remote.messages);
    return remote;
  };

  const load = async (id: string): Promise<Remote> => {
    try {
      const remote = await withDeadline(attemptLoad(id), loadDeadlineMs, id);
      const row = rows.get(id);
      if (row) reportLoaded(row);
      return remote;
    } catch (error) {
      const row = rows.get(id);
      if (row) reportLoadFailure(row, error);
      failures.set(id, (failures.get(id) ?? 0) + 1);
      loaded.delete(id);
      throw error instanceof ContractError ? error : new RemoteLoadError(id, { cause: error });
    }
  };

  return (id) => {
    const known = loaded.get(id) ?? load(id);
    loaded.set(id, known);
    return known;
  };
};
