import { isRecord } from '@obieg/contracts/is-record';
import { type Manifest, recordAt, recordsAt, valueAt } from './manifest';
import { selects } from './workloads';

/** A pod, or any address outside the cluster. */
export type Peer = { namespace: string; labels: Record<string, string> } | 'outside';

type Direction = 'Ingress' | 'Egress';

const isEmpty = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0);

/** The name that Kubernetes gives each namespace as a label. */
const namespaceLabels = (name: string): Record<string, string> => ({ 'kubernetes.io/metadata.name': name });

const isPeer = (rule: Record<string, unknown>, peer: Peer, ownNamespace: string): boolean => {
  if (peer === 'outside') return false;
  const { podSelector, namespaceSelector } = rule;
  const isNamespace = isRecord(namespaceSelector)
    ? selects(namespaceSelector, namespaceLabels(peer.namespace))
    : peer.namespace === ownNamespace;
  return isNamespace && (!isRecord(podSelector) || selects(podSelector, peer.labels));
};

const permits = (
  rule: Record<string, unknown>,
  direction: Direction,
  peer: Peer,
  port: number,
  ownNamespace: string,
): boolean => {
  const side = direction === 'Ingress' ? 'from' : 'to';
  const isPort =
    isEmpty(rule['ports']) || recordsAt(rule, 'ports').some((allowed) => allowed['port'] === port);
  return (
    isPort &&
    (isEmpty(rule[side]) || recordsAt(rule, side).some((allowed) => isPeer(allowed, peer, ownNamespace)))
  );
};

const isSideOpen = (
  manifests: readonly Manifest[],
  direction: Direction,
  own: Peer,
  peer: Peer,
  port: number,
): boolean => {
  if (own === 'outside') return true;
  const policies = manifests.filter((manifest) => {
    const types = valueAt(manifest, 'spec.policyTypes');
    return (
      manifest.kind === 'NetworkPolicy' &&
      manifest.metadata.namespace === own.namespace &&
      Array.isArray(types) &&
      types.includes(direction) &&
      selects(recordAt(manifest, 'spec.podSelector'), own.labels)
    );
  });
  if (policies.length === 0) return true;
  return policies
    .flatMap((policy) => recordsAt(policy, `spec.${direction.toLowerCase()}`))
    .some((rule) => permits(rule, direction, peer, port, own.namespace));
};

/** Whether the network policies let one peer open a connection to a port of the other, as Kubernetes evaluates them. */
export const canConnect = (
  manifests: readonly Manifest[],
  client: Peer,
  server: Peer,
  port: number,
): boolean =>
  isSideOpen(manifests, 'Egress', client, server, port) &&
  isSideOpen(manifests, 'Ingress', server, client, port);
