import { type Manifest, nameOf, recordAt, recordsAt, valueAt } from '../manifest';
import { parseQuantity } from '../quantity';
import { listWorkloads, replicasOf, selects, type Workload } from '../workloads';
import type { Policy } from './policy';

const listServices = (manifests: readonly Manifest[]): Workload[] =>
  listWorkloads(manifests).filter(({ isService }) => isService);

const findBudget = (manifests: readonly Manifest[], { labels }: Workload): Manifest | undefined =>
  manifests.find(
    (manifest) =>
      manifest.kind === 'PodDisruptionBudget' && selects(valueAt(manifest, 'spec.selector'), labels),
  );

const disruptionBudgets: Policy = {
  name: 'disruption-budgets',
  findViolations: (manifests) =>
    listServices(manifests).flatMap((workload) => {
      const name = nameOf(workload.manifest);
      const budget = findBudget(manifests, workload);
      if (!budget) return [`${name}: needs a PodDisruptionBudget`];
      const available = valueAt(budget, 'spec.minAvailable');
      if (typeof available !== 'number') return [`${nameOf(budget)}: needs a numeric minAvailable`];
      const { min } = replicasOf(workload, manifests);
      if (available >= min) return [`${nameOf(budget)}: with ${min} replicas no node can be drained`];
      if (min > 1 && available === 0) return [`${nameOf(budget)}: allows the eviction of all replicas`];
      return [];
    }),
};

const isSpread = ({ podSpec, labels }: Workload): boolean =>
  recordsAt(podSpec, 'topologySpreadConstraints').some(
    (constraint) =>
      constraint['topologyKey'] === 'kubernetes.io/hostname' && selects(constraint['labelSelector'], labels),
  );

const spread: Policy = {
  name: 'spread',
  findViolations: (manifests) =>
    listServices(manifests)
      .filter((workload) => replicasOf(workload, manifests).max > 1 && !isSpread(workload))
      .map(({ manifest }) => `${nameOf(manifest)}: needs a topology spread constraint over nodes`),
};

const sharedVolumes: Policy = {
  name: 'no-shared-volumes',
  findViolations: (manifests) =>
    manifests
      .flatMap((manifest) => [
        ...(manifest.kind === 'PersistentVolumeClaim' ? [{ manifest, claim: manifest as unknown }] : []),
        ...recordsAt(manifest, 'spec.volumeClaimTemplates').map((claim) => ({ manifest, claim })),
      ])
      .filter(({ claim }) => String(valueAt(claim, 'spec.accessModes')).includes('Many'))
      .map(({ manifest }) => `${nameOf(manifest)}: must not need a shared volume`),
};

interface Demand {
  pods: number;
  'requests.cpu': number;
  'requests.memory': number;
  'limits.memory': number;
}

const sumOf = (containers: Record<string, unknown>[], path: string): number =>
  containers.reduce(
    (sum, container) => sum + parseQuantity(valueAt(container, `resources.${path}`) ?? '0'),
    0,
  );

/** Demand of all pods at their maximum, with one more of each deployment for a rollout. */
const computeDemand = (manifests: readonly Manifest[]): Demand => {
  const pods = listWorkloads(manifests).map((workload) => ({
    containers: workload.containers,
    count: replicasOf(workload, manifests).max + (workload.manifest.kind === 'Deployment' ? 1 : 0),
  }));
  const clusters = manifests
    .filter(({ kind }) => kind === 'Cluster')
    .map((cluster) => ({
      containers: [{ resources: recordAt(cluster, 'spec.resources') }, ...listSidecars(manifests)],
      count: Number(valueAt(cluster, 'spec.instances')),
    }));
  const all = [...pods, ...clusters];
  const total = (path: string): number =>
    all.reduce((sum, { containers, count }) => sum + count * sumOf(containers, path), 0);
  return {
    pods: all.reduce((sum, { count }) => sum + count, 0),
    'requests.cpu': total('requests.cpu'),
    'requests.memory': total('requests.memory'),
    'limits.memory': total('limits.memory'),
  };
};

const listSidecars = (manifests: readonly Manifest[]): Record<string, unknown>[] =>
  manifests
    .filter(({ kind }) => kind === 'ObjectStore')
    .map((store) => recordAt(store, 'spec.instanceSidecarConfiguration'));

const quotas: Policy = {
  name: 'quotas',
  findViolations: (manifests) => {
    const quota = manifests.find(({ kind }) => kind === 'ResourceQuota');
    if (!quota) return ['The namespace needs a ResourceQuota'];
    const limits = manifests.some(({ kind }) => kind === 'LimitRange')
      ? []
      : ['The namespace needs a LimitRange'];
    const hard = recordAt(quota, 'spec.hard');
    const tooSmall = Object.entries(computeDemand(manifests))
      .filter(([name, demand]) => !(parseQuantity(hard[name] ?? '0') >= demand))
      .map(
        ([name, demand]) => `${nameOf(quota)}: ${name} ${String(hard[name])} is below the demand ${demand}`,
      );
    return [...limits, ...tooSmall];
  },
};

export const availabilityPolicies: readonly Policy[] = [disruptionBudgets, spread, sharedVolumes];
/** For overlays that share a cluster with other products. */
export const quotaPolicy = quotas;
