import { type DeliveryEvent, type DeployedRemote, type RemoteRegistry, shellId } from '@obieg/contracts';
import { classifyFailure } from './classify-failure';
import { collectFailedDigests } from './failed-files';
import { sendReport } from './send-report';

type Version = Pick<DeployedRemote, 'id' | 'version' | 'integrity'>;

/** A page that keeps failing has been counted. */
const maxFailures = 5;

export interface DeliveryReporter {
  reportShellLoaded: () => void;
  reportLoaded: (remote: Version) => void;
  /** Reports a failure while a remote loads. */
  reportLoadFailure: (remote: Version, error: unknown) => void;
  /** Reports a failure of a loaded remote, or of the shell, that the error page of a route shows. */
  reportRouteFailure: (remoteId: string, error: unknown) => void;
}

/** Reports each event once per page load and version. */
export const createDeliveryReporter = (
  { shell }: Pick<RemoteRegistry, 'shell'>,
  page: EventTarget = window,
): DeliveryReporter => {
  const failedDigests = collectFailedDigests(page);
  const running = new Map<string, Version>();
  if (shell !== undefined) running.set(shellId, { id: shellId, version: shell, integrity: {} });
  const reported = new Set<string>();
  let failures = 0;

  const report = ({ id, version }: Version, event: DeliveryEvent): void => {
    const key = `${id} ${version} ${event}`;
    if (reported.has(key)) return;
    reported.add(key);
    if (event !== 'loaded' && ++failures > maxFailures) return;
    sendReport({ remote: id, version, event });
  };

  const reportFailure = async (remote: Version, error: unknown): Promise<void> => {
    if (failures >= maxFailures) return;
    const event = await classifyFailure(remote, error, failedDigests);
    if (event) report(remote, event);
  };

  return {
    reportShellLoaded: () => {
      const version = running.get(shellId);
      if (version) report(version, 'loaded');
    },
    reportLoaded: (remote) => {
      running.set(remote.id, remote);
      report(remote, 'loaded');
    },
    reportLoadFailure: (remote, error) => void reportFailure(remote, error),
    reportRouteFailure: (remoteId, error) => {
      const remote = running.get(remoteId);
      if (remote) void reportFailure(remote, error);
    },
  };
};
