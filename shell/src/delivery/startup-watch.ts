import { readInlinedRegistry } from '../registry/inlined-registry';
import { sendReport } from './send-report';

/** Not imported from `contracts`: zod must not be loaded before `start/security` configures it. */
const shellId = 'shell';

/** Not parsed by its schema, which may be part of what fails. */
const readShellVersion = (): string | undefined => {
  const { shell } = JSON.parse(readInlinedRegistry() ?? '{}') as { shell?: string };
  return shell;
};

/** Excludes extensions and remotes. A remote that throws does not prevent the shell from starting. */
const isOwnScript = (address: string): boolean => {
  const { origin, pathname } = new URL(address, location.origin);
  return origin === location.origin && !/^\/remotes\/(?!shell\/)/.test(pathname);
};

export interface StartupWatch {
  /** Reports that the shell did not start. Throws the error again, for the browser's log. */
  fail: (error: unknown) => never;
  /** The shell has started. */
  end: () => void;
}

/**
 * Reports an exception of the shell until {@link StartupWatch.end}. Until then the visitor has an empty page, and no
 * error boundary reports it. A script that does not arrive leaves no code to report it.
 */
export const watchStartup = (): StartupWatch => {
  const watch = new AbortController();
  const report = (): void => {
    if (watch.signal.aborted) return;
    watch.abort();
    const version = readShellVersion();
    if (version !== undefined) sendReport({ remote: shellId, version, event: 'render-failed' });
  };
  const reportScriptError = ({ filename }: ErrorEvent): void => {
    if (filename && isOwnScript(filename)) report();
  };
  addEventListener('error', reportScriptError, { signal: watch.signal });
  return {
    fail: (error) => {
      report();
      throw error;
    },
    end: () => watch.abort(),
  };
};
