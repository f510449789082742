import type { RemoteRegistry } from '@obieg/contracts';
import { useEffect, useState } from 'react';
import { fetchRegistry } from '../registry/registry';

/** People switch between tabs often; a release is rare. */
const minIntervalMs = 60_000;

/** Versions of a registry as one comparable text. */
const describeVersions = ({ shell, remotes }: RemoteRegistry): string =>
  [`shell@${shell}`, ...remotes.map(({ id, version }) => `${id}@${version}`)].sort().join(' ');

/**
 * Fetches the registry when the tab regains focus, at most once a minute.
 *
 * @param onResult receives the versions if they differ from those of the page, otherwise undefined
 * @returns a function that stops watching
 */
const watchReleases = (
  registry: RemoteRegistry,
  onResult: (release: string | undefined) => void,
): (() => void) => {
  const watch = new AbortController();
  const { signal } = watch;
  const current = describeVersions(registry);
  let checkedAt = Date.now();
  const check = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < minIntervalMs) return;
    checkedAt = Date.now();
    // The next focus tries again.
    const fetched = await fetchRegistry().catch(() => undefined);
    if (!fetched || signal.aborted) return;
    const versions = describeVersions(fetched);
    onResult(versions === current ? undefined : versions);
  };
  document.addEventListener('visibilitychange', () => void check(), { signal });
  addEventListener('focus', () => void check(), { signal });
  return () => watch.abort();
};

/** Returns a text that identifies a release after the page was loaded. Undefined if there is none. */
export const useNewRelease = (registry: RemoteRegistry): string | undefined => {
  const [release, setRelease] = useState<string>();
  useEffect(() => watchReleases(registry, setRelease), [registry]);
  return release;
};
