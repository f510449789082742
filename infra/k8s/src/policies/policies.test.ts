import type { Operation } from 'rfc6902';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../manifest';
import { overlayFolder, overlayNames } from '../overlays';
import { applyOperations } from '../patch';
import { renderOverlay } from '../render';
import { policiesOf } from './index';

const overlay = 'production-ha';
const valid = renderOverlay(overlayFolder(overlay));

const listViolations = (manifests: readonly Manifest[], name: string) =>
  policiesOf(name).flatMap((policy) =>
    policy.findViolations(manifests).map((violation) => `${policy.name}: ${violation}`),
  );

const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

/** Changes one object of the valid overlay. */
const change = (object: string, operations: Operation[]): Manifest[] => {
  expect(valid.map(nameOf)).toContain(object);
  return valid.map((manifest) =>
    nameOf(manifest) === object ? applyOperations(manifest, operations) : manifest,
  );
};
const set = (object: string, path: string, value: unknown): Manifest[] =>
  change(object, [{ op: 'add', path, value }]);
const remove = (object: string, path: string): Manifest[] => change(object, [{ op: 'remove', path }]);
const without = (object: string): Manifest[] => valid.filter((manifest) => nameOf(manifest) !== object);

const pod = '/spec/template/spec';
const app = `${pod}/containers/0`;
const gateway = 'Deployment gateway';

/** Policy, what breaks it, and the broken overlay. */
const broken: [string, string, () => Manifest[]][] = [
  ['non-root', 'root by number', () => set(gateway, `${pod}/securityContext/runAsUser`, 0)],
  ['non-root', 'no user', () => remove(gateway, `${pod}/securityContext/runAsUser`)],
  ['non-root', 'root allowed', () => set(gateway, `${app}/securityContext/runAsNonRoot`, false)],
  [
    'read-only-root',
    'a writable root',
    () => set(gateway, `${app}/securityContext/readOnlyRootFilesystem`, false),
  ],
  [
    'read-only-root',
    'no setting',
    () => remove('StatefulSet nats', `${app}/securityContext/readOnlyRootFilesystem`),
  ],
  ['no-privileges', 'escalation', () => remove(gateway, `${app}/securityContext/allowPrivilegeEscalation`)],
  ['no-privileges', 'a privileged container', () => set(gateway, `${app}/securityContext/privileged`, true)],
  ['no-privileges', 'kept capabilities', () => remove(gateway, `${app}/securityContext/capabilities`)],
  [
    'no-privileges',
    'an added capability',
    () => set(gateway, `${app}/securityContext/capabilities/add`, ['NET_RAW']),
  ],
  ['no-privileges', 'no seccomp profile', () => remove(gateway, `${pod}/securityContext/seccompProfile`)],
  ['host-isolation', 'the network of the host', () => set(gateway, `${pod}/hostNetwork`, true)],
  [
    'host-isolation',
    'a folder of the host',
    () => set(gateway, `${pod}/volumes/-`, { name: 'host', hostPath: { path: '/' } }),
  ],
  ['no-service-account-token', 'a token', () => remove(gateway, `${pod}/automountServiceAccountToken`)],
  ['resources', 'no memory limit', () => remove(gateway, `${app}/resources/limits`)],
  ['resources', 'no request', () => remove('StatefulSet nats', `${app}/resources/requests/cpu`)],
  [
    'resources',
    'no limit of a job',
    () => remove('CronJob backup', '/spec/jobTemplate/spec/template/spec/containers/0/resources'),
  ],
  ['probes', 'no readiness probe', () => remove(gateway, `${app}/readinessProbe`)],
  ['probes', 'no liveness probe', () => remove('StatefulSet nats', `${app}/livenessProbe`)],
  ['limited-volumes', 'an unlimited emptyDir', () => set(gateway, `${pod}/volumes/0/emptyDir`, {})],
  [
    'pinned-images',
    'latest',
    () => set(gateway, `${app}/image`, 'registry.example.com/obieg/gateway:latest'),
  ],
  ['pinned-images', 'no tag', () => set(gateway, `${app}/image`, 'registry.example.com:5000/obieg/gateway')],
  [
    'pinned-images',
    'latest in an init container',
    () => set(gateway, `${pod}/initContainers`, [{ name: 'wait', image: 'busybox:latest' }]),
  ],
  ['disruption-budgets', 'no budget', () => without('PodDisruptionBudget gateway')],
  [
    'disruption-budgets',
    'a budget that blocks every drain',
    () => set('PodDisruptionBudget nats', '/spec/minAvailable', 3),
  ],
  [
    'disruption-budgets',
    'a budget that allows every eviction',
    () => set('PodDisruptionBudget nats', '/spec/minAvailable', 0),
  ],
  [
    'disruption-budgets',
    'a budget of other pods',
    () =>
      set('PodDisruptionBudget nats', '/spec/selector/matchLabels', { 'app.kubernetes.io/name': 'other' }),
  ],
  ['spread', 'no spread', () => remove('StatefulSet nats', `${pod}/topologySpreadConstraints`)],
  [
    'spread',
    'a spread of other pods',
    () => set(gateway, `${pod}/topologySpreadConstraints/0/labelSelector/matchLabels`, { none: 'x' }),
  ],
  [
    'no-shared-volumes',
    'a shared volume',
    () => set('StatefulSet nats', '/spec/volumeClaimTemplates/0/spec/accessModes/0', 'ReadWriteMany'),
  ],
  ['default-deny', 'no default', () => without('NetworkPolicy default-deny')],
  ['default-deny', 'an exception', () => set('NetworkPolicy default-deny', '/spec/egress', [{}])],
  [
    'default-deny',
    'a default for some pods',
    () => set('NetworkPolicy default-deny', '/spec/podSelector/matchLabels', { a: 'b' }),
  ],
  [
    'default-deny',
    'incoming traffic only',
    () => set('NetworkPolicy default-deny', '/spec/policyTypes', ['Ingress']),
  ],
  [
    'closed-ingress',
    'any client',
    () => set('NetworkPolicy services', '/spec/ingress/0', { ports: [{ port: 8103 }] }),
  ],
  [
    'closed-ingress',
    'any port for another namespace',
    () => set('NetworkPolicy services', '/spec/ingress/0', { from: [{ namespaceSelector: {} }] }),
  ],
  ['namespace', 'no namespace', () => remove('Service gateway', '/metadata/namespace')],
  [
    'pod-security',
    'no standard',
    () => remove('Namespace obieg', '/metadata/labels/pod-security.kubernetes.io~1enforce'),
  ],
  ['pod-security', 'no namespace object', () => without('Namespace obieg')],
  ['selectors', 'a service without pods', () => set('Service gateway', '/spec/selector', { none: 'x' })],
  ['references', 'a missing map', () => without('ConfigMap obieg')],
  ['references', 'a missing service', () => without('Service gateway')],
  [
    'references',
    'an unknown secret',
    () => set('Cluster postgres', '/spec/bootstrap/initdb/secret/name', 'typo'),
  ],
  ['references', 'a missing certificate', () => set('Ingress obieg', '/spec/tls/0/secretName', 'typo')],
  [
    'references',
    'an unknown secret of a role',
    () => set('Cluster postgres', '/spec/managed/roles/0/passwordSecret/name', 'typo'),
  ],
  [
    'ports',
    'a service of a port that is not open',
    () => set('Service gateway', '/spec/ports/0/targetPort', 'web'),
  ],
  ['ports', 'a service without a port of its pods', () => remove(gateway, `${app}/ports`)],
  [
    'ports',
    'a probe of a port that is not open',
    () => set('StatefulSet nats', `${app}/readinessProbe/httpGet/port`, 8221),
  ],
  [
    'ports',
    'a program that listens elsewhere',
    () => set('Deployment svc-tasks', `${app}/ports/0/containerPort`, 8102),
  ],
  [
    'addresses',
    'a service that does not exist',
    () => set('ConfigMap obieg', '/data/TASKS_URL', 'http://svc-task:8103'),
  ],
  [
    'addresses',
    'another port of a service',
    () => set('ConfigMap obieg', '/data/NATS_URL', 'nats://nats:6222'),
  ],
  [
    'secrets-by-name',
    'a secret with its value',
    () => [
      ...valid,
      { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'nats', namespace: 'obieg' }, stringData: {} },
    ],
  ],
  [
    'secrets-by-name',
    'a password in an address',
    () => set('ConfigMap obieg', '/data/NATS_URL', 'nats://obieg:hunter2@nats:4222'),
  ],
  ['secrets-by-name', 'a key in a map', () => set('ConfigMap obieg', '/data/S3_SECRET_ACCESS_KEY', 'abc')],
  [
    'secrets-by-name',
    'a password in a pod',
    () => set(gateway, `${app}/env/-`, { name: 'NATS_PASSWORD', value: 'x' }),
  ],
  ['quotas', 'no quota', () => without('ResourceQuota obieg')],
  ['quotas', 'no limit range', () => without('LimitRange obieg')],
  [
    'quotas',
    'a quota below the demand',
    () => set('ResourceQuota obieg', '/spec/hard/requests.memory', '1Gi'),
  ],
  ['quotas', 'more pods than the quota', () => set('StatefulSet nats', '/spec/replicas', 50)],
];

describe('policies', () => {
  it.each(overlayNames)('accept the overlay %s', (name) => {
    expect(listViolations(renderOverlay(overlayFolder(name)), name)).toEqual([]);
  });

  it.each(broken)('%s refuses %s', (policy, _what, build) => {
    const names = listViolations(build(), overlay).map((violation) => violation.split(':')[0]);
    expect(names).toContain(policy);
  });

  it('each have an overlay that breaks them', () => {
    const names = policiesOf(overlay).map(({ name }) => name);
    expect([...new Set(broken.map(([name]) => name))].sort()).toEqual(names.sort());
  });
});
