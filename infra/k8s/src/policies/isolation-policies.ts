import { isRecord } from '@obieg/contracts/is-record';
import { type Manifest, nameOf, recordAt, recordsAt, valueAt } from '../manifest';
import { listWorkloads, selects } from '../workloads';
import type { Policy } from './policy';

const isEmpty = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0);

const isDefaultDeny = ({ kind, spec }: Manifest): boolean => {
  if (kind !== 'NetworkPolicy' || !isRecord(spec)) return false;
  const types = valueAt(spec, 'policyTypes');
  return (
    Object.keys(recordAt(spec, 'podSelector')).length === 0 &&
    Array.isArray(types) &&
    ['Ingress', 'Egress'].every((type) => types.includes(type)) &&
    isEmpty(spec['ingress']) &&
    isEmpty(spec['egress'])
  );
};

const namespaceOf = ({ metadata }: Manifest): string | undefined => metadata.namespace;

const defaultDeny: Policy = {
  name: 'default-deny',
  findViolations: (manifests) => {
    const denied = new Set(manifests.filter(isDefaultDeny).map(namespaceOf));
    return listWorkloads(manifests)
      .filter(({ manifest }) => !denied.has(namespaceOf(manifest)))
      .map(({ manifest }) => `${nameOf(manifest)}: its namespace needs a policy that denies all traffic`);
  },
};

/** A rule without `from` admits every client that reaches the pod. */
const closedIngress: Policy = {
  name: 'closed-ingress',
  findViolations: (manifests) =>
    manifests
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .filter((policy) =>
        recordsAt(policy, 'spec.ingress').some(
          ({ from, ports }) => isEmpty(from) || (isEmpty(ports) && !isLocal(from)),
        ),
      )
      .map((policy) => `${nameOf(policy)}: names neither clients nor ports of an ingress rule`),
};

/** Whether only pods of the same namespace are admitted. */
const isLocal = (from: unknown): boolean =>
  Array.isArray(from) && from.every((peer) => isRecord(peer) && Object.keys(peer).join() === 'podSelector');

const namespaced: Policy = {
  name: 'namespace',
  findViolations: (manifests) =>
    manifests
      .filter((manifest) => manifest.kind !== 'Namespace' && namespaceOf(manifest) === undefined)
      .map((manifest) => `${nameOf(manifest)}: needs a namespace`),
};

const podSecurity: Policy = {
  name: 'pod-security',
  findViolations: (manifests) => {
    const restricted = manifests
      .filter(({ kind }) => kind === 'Namespace')
      .filter(({ metadata }) => metadata.labels?.['pod-security.kubernetes.io/enforce'] === 'restricted')
      .map(({ metadata }) => metadata.name);
    const missing = new Set(listWorkloads(manifests).map(({ manifest }) => namespaceOf(manifest)));
    return [...missing]
      .filter((namespace) => !restricted.includes(String(namespace)))
      .map(
        (namespace) => `Namespace ${String(namespace)}: must enforce the restricted pod security standard`,
      );
  },
};

const secretName = /PASSWORD|SECRET|TOKEN|PRIVATE|CREDENTIAL|ACCESS_KEY|PASSPHRASE/i;
const addressWithPassword = /:\/\/[^/\s:@]*:[^/\s@]+@/;
const isSecret = (name: string, value: string): boolean =>
  addressWithPassword.test(value) || value.includes('PRIVATE KEY') || (secretName.test(name) && value !== '');

const secretsByName: Policy = {
  name: 'secrets-by-name',
  findViolations: (manifests) => [
    ...manifests
      .filter(({ kind }) => kind === 'Secret')
      .map((manifest) => `${nameOf(manifest)}: create it in the cluster, not in a manifest`),
    ...manifests
      .filter(({ kind }) => kind === 'ConfigMap')
      .flatMap((manifest) =>
        Object.entries(recordAt(manifest, 'data'))
          .filter(([name, value]) => isSecret(name, String(value)))
          .map(([name]) => `${nameOf(manifest)}: ${name} belongs into a secret`),
      ),
    ...listWorkloads(manifests).flatMap(({ manifest, containers }) =>
      containers
        .flatMap((container) => recordsAt(container, 'env'))
        .filter(({ name, value }) => typeof value === 'string' && isSecret(String(name), value))
        .map(({ name }) => `${nameOf(manifest)}: ${String(name)} belongs into a secret`),
    ),
  ],
};

const selectors: Policy = {
  name: 'selectors',
  findViolations: (manifests) => {
    const pods = listWorkloads(manifests).map(({ labels }) => labels);
    const selectsNothing = (selector: unknown): boolean => !pods.some((labels) => selects(selector, labels));
    return manifests
      .filter((manifest) => {
        const selector = valueAt(manifest, 'spec.selector');
        if (manifest.kind === 'Service') return selectsNothing({ matchLabels: selector });
        return manifest.kind === 'PodDisruptionBudget' && selectsNothing(selector);
      })
      .map((manifest) => `${nameOf(manifest)}: selects no pod`);
  },
};

export const isolationPolicies: readonly Policy[] = [
  defaultDeny,
  closedIngress,
  namespaced,
  podSecurity,
  selectors,
];
/** For every overlay but the local one, whose passwords are public. */
export const secretsPolicy = secretsByName;
