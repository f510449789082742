import { isRecord } from '@obieg/contracts/is-record';
import { type Manifest, recordAt, recordsAt, valueAt } from './manifest';

/** A manifest that creates pods. */
export interface Workload {
  manifest: Manifest;
  labels: Record<string, unknown>;
  podSpec: Record<string, unknown>;
  containers: Record<string, unknown>[];
  /** Whether its pods run until they are replaced. */
  isService: boolean;
}

const templatePaths: Record<string, string> = {
  CronJob: 'spec.jobTemplate.spec.template',
  Deployment: 'spec.template',
  Job: 'spec.template',
  StatefulSet: 'spec.template',
};

export const listWorkloads = (manifests: readonly Manifest[]): Workload[] =>
  manifests.flatMap((manifest) => {
    const path = templatePaths[manifest.kind];
    if (path === undefined) return [];
    const podSpec = recordAt(manifest, `${path}.spec`);
    return {
      manifest,
      podSpec,
      labels: recordAt(manifest, `${path}.metadata.labels`),
      containers: [...recordsAt(podSpec, 'containers'), ...recordsAt(podSpec, 'initContainers')],
      isService: manifest.kind === 'Deployment' || manifest.kind === 'StatefulSet',
    };
  });

/** Whether a label selector selects pods with these labels. */
export const selects = (selector: unknown, labels: Record<string, unknown>): boolean => {
  if (!isRecord(selector)) return false;
  const isMatched = Object.entries(recordAt(selector, 'matchLabels')).every(
    ([key, value]) => labels[key] === value,
  );
  const isExpected = recordsAt(selector, 'matchExpressions').every(({ key, operator, values }) => {
    if (operator !== 'In') throw new Error(`The operator ${String(operator)} of a selector is not supported`);
    return Array.isArray(values) && values.includes(labels[String(key)]);
  });
  return isMatched && isExpected;
};

/** Numbers of pods between which an autoscaler moves, or the fixed number. */
export const replicasOf = (
  { manifest }: Workload,
  manifests: readonly Manifest[],
): { min: number; max: number } => {
  const scaler = manifests.find(
    (candidate) =>
      candidate.kind === 'HorizontalPodAutoscaler' &&
      valueAt(candidate, 'spec.scaleTargetRef.kind') === manifest.kind &&
      valueAt(candidate, 'spec.scaleTargetRef.name') === manifest.metadata.name,
  );
  const fixed = Number(valueAt(manifest, 'spec.replicas') ?? 1);
  if (!scaler) return { min: fixed, max: fixed };
  return {
    min: Number(valueAt(scaler, 'spec.minReplicas') ?? 1),
    max: Number(valueAt(scaler, 'spec.maxReplicas')),
  };
};
