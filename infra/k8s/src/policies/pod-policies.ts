import { isRecord } from '@obieg/contracts/is-record';
import { nameOf, recordAt, recordsAt, valueAt } from '../manifest';
import { listWorkloads, type Workload } from '../workloads';
import type { Policy } from './policy';

const perWorkload = (name: string, find: (workload: Workload) => string[]): Policy => ({
  name,
  findViolations: (manifests) =>
    listWorkloads(manifests).flatMap((workload) =>
      find(workload).map((violation) => `${nameOf(workload.manifest)}: ${violation}`),
    ),
});

const perContainer = (
  name: string,
  find: (container: Record<string, unknown>, workload: Workload) => string[],
): Policy =>
  perWorkload(name, (workload) =>
    workload.containers.flatMap((container) =>
      find(container, workload).map((violation) => `container ${String(container['name'])} ${violation}`),
    ),
  );

const violationIf = (isViolated: boolean, text: string): string[] => (isViolated ? [text] : []);

const runsAsUser = perContainer('non-root', (container, { podSpec }) => {
  const context = { ...recordAt(podSpec, 'securityContext'), ...recordAt(container, 'securityContext') };
  const { runAsNonRoot, runAsUser } = context as Record<string, unknown>;
  return violationIf(
    runAsNonRoot !== true || typeof runAsUser !== 'number' || runAsUser === 0,
    'must set runAsNonRoot and a runAsUser above 0',
  );
});

const readOnlyRoot = perContainer('read-only-root', (container) =>
  violationIf(
    valueAt(container, 'securityContext.readOnlyRootFilesystem') !== true,
    'must set readOnlyRootFilesystem',
  ),
);

const noPrivileges = perContainer('no-privileges', (container, { podSpec }) => {
  const context = recordAt(container, 'securityContext');
  const dropped = valueAt(context, 'capabilities.drop');
  return [
    ...violationIf(context['allowPrivilegeEscalation'] !== false, 'must not allow privilege escalation'),
    ...violationIf(context['privileged'] === true, 'must not be privileged'),
    ...violationIf(!Array.isArray(dropped) || !dropped.includes('ALL'), 'must drop ALL capabilities'),
    ...violationIf(valueAt(context, 'capabilities.add') !== undefined, 'must not add capabilities'),
    ...violationIf(
      valueAt(podSpec, 'securityContext.seccompProfile.type') !== 'RuntimeDefault',
      'needs the seccomp profile RuntimeDefault',
    ),
  ];
});

const hostIsolation = perWorkload('host-isolation', ({ podSpec }) => [
  ...['hostNetwork', 'hostPID', 'hostIPC']
    .filter((field) => podSpec[field] === true)
    .map((field) => `must not set ${field}`),
  ...violationIf(
    recordsAt(podSpec, 'volumes').some((volume) => 'hostPath' in volume),
    'must not mount a hostPath',
  ),
]);

const noServiceAccountToken = perWorkload('no-service-account-token', ({ podSpec }) =>
  violationIf(podSpec['automountServiceAccountToken'] !== false, 'must not mount a service account token'),
);

const resources = perContainer('resources', (container) =>
  ['requests.cpu', 'requests.memory', 'limits.memory']
    .filter((path) => valueAt(container, `resources.${path}`) === undefined)
    .map((path) => `needs resources.${path}`),
);

const probes = perContainer('probes', (container, { isService }) =>
  ['readinessProbe', 'livenessProbe']
    .filter((probe) => isService && !isRecord(container[probe]))
    .map((probe) => `needs a ${probe}`),
);

const limitedVolumes = perWorkload('limited-volumes', ({ podSpec }) =>
  recordsAt(podSpec, 'volumes')
    .filter(({ emptyDir }) => isRecord(emptyDir) && emptyDir['sizeLimit'] === undefined)
    .map(({ name }) => `the emptyDir ${String(name)} needs a sizeLimit`),
);

/** A tag other than `latest`, or a digest. */
const isPinned = (image: string): boolean => {
  if (/@sha256:[0-9a-f]{64}$/.test(image)) return true;
  const tag = /:([\w.-]+)$/.exec(image)?.[1];
  return tag !== undefined && tag !== 'latest';
};

const pinnedImages = perContainer('pinned-images', ({ image }) =>
  violationIf(!isPinned(String(image)), `needs an image with a version instead of ${String(image)}`),
);

export const podPolicies: readonly Policy[] = [
  runsAsUser,
  readOnlyRoot,
  noPrivileges,
  hostIsolation,
  noServiceAccountToken,
  resources,
  probes,
  limitedVolumes,
  pinnedImages,
];
