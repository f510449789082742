import { describe, expect, it } from 'vitest';
import { canConnect, type Peer } from './connections';
import type { Manifest } from './manifest';
import { overlayFolder, overlayNames } from './overlays';
import { renderOverlay } from './render';
import { listWorkloads } from './workloads';

const overlays = new Map(overlayNames.map((name) => [name, renderOverlay(overlayFolder(name))]));

/** Pods that operators make in the namespace, or that belong to other namespaces. */
const otherPods: Record<string, Peer> = {
  outside: 'outside',
  'ingress controller': { namespace: 'ingress-nginx', labels: {} },
  Prometheus: { namespace: 'monitoring', labels: {} },
  DNS: { namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } },
  'CloudNativePG operator': { namespace: 'cnpg-system', labels: {} },
  'a pod elsewhere': { namespace: 'default', labels: { 'app.kubernetes.io/name': 'gateway' } },
  'PostgreSQL of CloudNativePG': { namespace: 'obieg', labels: { 'cnpg.io/cluster': 'postgres' } },
  'recovered PostgreSQL': { namespace: 'obieg', labels: { 'cnpg.io/cluster': 'postgres-recovered' } },
};

const findPeer = (manifests: readonly Manifest[], name: string): Peer => {
  const other = otherPods[name];
  if (other) return other;
  const workload = listWorkloads(manifests).find(({ manifest }) => manifest.metadata.name === name);
  if (!workload) throw new Error(`The overlay has no ${name}`);
  return { namespace: 'obieg', labels: workload.labels as Record<string, string> };
};

type Connection = [client: string, server: string, port: number];

const services: [string, number][] = [
  ['svc-identity', 8101],
  ['svc-workflow', 8102],
  ['svc-tasks', 8103],
];
const migrations = services.map(([name]) => `migrate-${name}`);
const frontendJobs = ['publish-frontends', 'prune-frontends'];

const needed: Connection[] = [
  ['ingress controller', 'gateway', 8080],
  ['Prometheus', 'gateway', 8080],
  ...services.flatMap(([name, port]): Connection[] => [
    ['gateway', name, port],
    ['Prometheus', name, port],
    [name, 'svc-identity', 8101],
    [name, 'DNS', 53],
  ]),
  ['gateway', 'DNS', 53],
  ['svc-identity', 'outside', 587],
  // Identity providers.
  ['svc-identity', 'outside', 443],
  ['svc-tasks', 'outside', 587],
  ['svc-tasks', 'outside', 993],
  ...['gateway', 'svc-tasks', ...frontendJobs].flatMap((name): Connection[] => [
    [name, 'outside', 443],
    [name, 'DNS', 53],
  ]),
];

/** Clients of PostgreSQL and NATS. */
const ofServers = (postgres: string, nats: string): Connection[] => [
  ...[...services.map(([name]) => name), ...migrations].map((name): Connection => [name, postgres, 5432]),
  ...['gateway', ...services.map(([name]) => name)].map((name): Connection => [name, nats, 4222]),
];

const neededIn: Record<string, Connection[]> = {
  local: [...ofServers('postgres', 'nats'), ['svc-identity', 'mail', 1025], ['svc-tasks', 'mail', 1025]],
  production: ofServers('outside', 'outside'),
  'production-ha': [
    ...ofServers('PostgreSQL of CloudNativePG', 'nats'),
    ['svc-tasks', 'recovered PostgreSQL', 5432],
    ['backup', 'PostgreSQL of CloudNativePG', 5432],
    ['backup', 'outside', 443],
    ['backup', 'DNS', 53],
    ['nats', 'nats', 6222],
    ['nats', 'DNS', 53],
    ['PostgreSQL of CloudNativePG', 'PostgreSQL of CloudNativePG', 5432],
    ['CloudNativePG operator', 'PostgreSQL of CloudNativePG', 8000],
    ['PostgreSQL of CloudNativePG', 'outside', 443],
    ['Prometheus', 'PostgreSQL of CloudNativePG', 9187],
  ],
};

const forbidden: Connection[] = [
  // The services trust the headers of every client that can connect.
  ...services.flatMap(([name, port]): Connection[] => [
    ['outside', name, port],
    ['ingress controller', name, port],
    ['a pod elsewhere', name, port],
    ['publish-frontends', name, port],
  ]),
  ['svc-identity', 'svc-tasks', 8103],
  ['svc-tasks', 'svc-workflow', 8102],
  ['outside', 'gateway', 8080],
  ['a pod elsewhere', 'gateway', 8080],
  ['svc-tasks', 'gateway', 8080],
  ['svc-workflow', 'outside', 443],
  ['svc-workflow', 'outside', 587],
  ['svc-identity', 'outside', 993],
  ['gateway', 'outside', 80],
  ['publish-frontends', 'outside', 5432],
];

const forbiddenIn: Record<string, Connection[]> = {
  local: [['a pod elsewhere', 'postgres', 5432]],
  production: [],
  'production-ha': [
    ['gateway', 'PostgreSQL of CloudNativePG', 5432],
    ['a pod elsewhere', 'PostgreSQL of CloudNativePG', 5432],
    ['backup', 'nats', 4222],
    ['migrate-svc-tasks', 'nats', 4222],
    ['a pod elsewhere', 'nats', 4222],
    ['svc-tasks', 'nats', 6222],
    ['nats', 'outside', 443],
  ],
};

describe.each(overlayNames)('network policies of %s', (overlay) => {
  const manifests = overlays.get(overlay) ?? [];
  const isOpen = ([client, server, port]: Connection): boolean =>
    canConnect(manifests, findPeer(manifests, client), findPeer(manifests, server), port);
  const print = ([client, server, port]: Connection): string => `${client} → ${server}:${port}`;

  it('permit what the product needs', () => {
    const blocked = [...needed, ...(neededIn[overlay] ?? [])].filter((connection) => !isOpen(connection));
    expect(blocked.map(print)).toEqual([]);
  });

  it('block everything else', () => {
    const open = [...forbidden, ...(forbiddenIn[overlay] ?? [])].filter(isOpen);
    expect(open.map(print)).toEqual([]);
  });
});

describe('canConnect', () => {
  const manifests = overlays.get('production-ha') ?? [];
  const without = (name: string): Manifest[] =>
    manifests.filter(({ kind, metadata }) => kind !== 'NetworkPolicy' || metadata.name !== name);
  const pod = (name: string): Peer => findPeer(manifests, name);

  it('notices a missing permission of either side', () => {
    expect(canConnect(manifests, pod('gateway'), pod('svc-tasks'), 8103)).toBe(true);
    for (const policy of ['gateway', 'services'])
      expect(canConnect(without(policy), pod('gateway'), pod('svc-tasks'), 8103)).toBe(false);
    expect(canConnect(without('to-dns'), pod('gateway'), pod('DNS'), 53)).toBe(false);
  });

  it('permits everything without policies', () => {
    expect(canConnect([], 'outside', pod('svc-tasks'), 8103)).toBe(true);
  });
});
