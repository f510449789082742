import { type Language, remoteContractVersion } from '@obieg/contracts';
import type { RouteObject } from 'react-router-dom';

/** Texts of one language, nested or with dotted keys. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}
/** Fetched when the language is first used: `{ mul: () => import('./i18n/mul.json'), ... }`. */
export type MessageLoaders = Record<Language, () => Promise<MessageTree | { default: MessageTree }>>;

export interface Remote {
  /** Of the web-kit that the remote is built against; the shell refuses any other than its own. */
  contractVersion: number;
  /**
   * Routes with absolute paths, each among the patterns that `remote.json` declares. `loader`, `lazy` and `children`
   * work as in any router; the shell wraps them in its layout and guards.
   */
  routes: RouteObject[];
  /** Catalogues of the namespace that bears the remote's id. */
  messages: MessageLoaders;
}

/** What the default export of a remote's `src/remote.ts` is made with. */
export const defineRemote = (remote: Remote): Remote => remote;

/** A remote whose shape or contract is not this shell's; a reload does not help. */
export class ContractError extends Error {
  readonly code = 'REMOTE_CONTRACT';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Narrows what a remote's module holds; its default export must come from {@link defineRemote}.
 *
 * @throws ContractError when it does not, or is built against another contract.
 */
export const assertRemote = (module: unknown, id: string): Remote => {
  const remote = isRecord(module) ? module['default'] : undefined;
  if (!isRecord(remote)) throw new ContractError(`${id} exports no remote`);
  if (remote['contractVersion'] !== remoteContractVersion) {
    throw new ContractError(
      `${id} speaks contract ${String(remote['contractVersion'])}, the shell ${remoteContractVersion}`,
    );
  }
  if (!Array.isArray(remote['routes']) || remote['routes'].length === 0) {
    throw new ContractError(`${id} has no routes`);
  }
  if (!isRecord(remote['messages'])) throw new ContractError(`${id} has no messages`);
  return remote as unknown as Remote;
};
