import { readFileSync } from 'node:fs';
import type { Operation } from 'rfc6902';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../manifest';
import { overlayFolder, overlayNames } from '../overlays';
import { applyOperations } from '../patch';
import { renderOverlay } from '../render';
import { listWorkloads } from '../workloads';
import { checkSettings } from './check-settings';
import { buildEnvironment } from './environment';
import { namesOf } from './programs';

const valid = renderOverlay(overlayFolder('production-ha'));

const change = (kind: string, name: string, operations: Operation[]): Manifest[] => {
  expect(valid.some((manifest) => manifest.kind === kind && manifest.metadata.name === name)).toBe(true);
  return valid.map((manifest) =>
    manifest.kind === kind && manifest.metadata.name === name
      ? applyOperations(manifest, operations)
      : manifest,
  );
};
const set = (kind: string, name: string, path: string, value: unknown): Manifest[] =>
  change(kind, name, [{ op: 'add', path, value }]);
const app = '/spec/template/spec/containers/0';
const backup = '/spec/jobTemplate/spec/template/spec/containers/0';

/** Removes a variable of a container. */
const without = (kind: string, name: string, variable: string, container = app): Manifest[] => {
  const manifest = valid.find((one) => one.kind === kind && one.metadata.name === name);
  const text = JSON.stringify(manifest);
  expect(text).toContain(`"name":"${variable}"`);
  const list = container
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], manifest) as {
    env: { name: string }[];
  };
  const index = list.env.findIndex((entry) => entry.name === variable);
  return change(kind, name, [{ op: 'remove', path: `${container}/env/${index}` }]);
};

const broken: [string, () => Manifest[], string][] = [
  [
    'a variable that the program does not read',
    () => set('Deployment', 'gateway', `${app}/env/-`, { name: 'STATIC_BUCKET', value: 'x' }),
    'Deployment gateway: its program does not read STATIC_BUCKET',
  ],
  [
    'a variable that only another program reads',
    () => set('Deployment', 'svc-workflow', `${app}/env/-`, { name: 'S3_REGION', value: 'auto' }),
    'Deployment svc-workflow: its program does not read S3_REGION',
  ],
  [
    'a variable of a map that no program reads',
    () => set('ConfigMap', 'obieg', '/data/NATS_SERVER', 'nats://nats:4222'),
    'ConfigMap obieg: no program reads NATS_SERVER',
  ],
  [
    'a missing database address',
    () => without('Deployment', 'svc-tasks', 'DATABASE_URL'),
    'DATABASE_URL is missing',
  ],
  [
    'a missing owner of a migration',
    () => without('Job', 'migrate-svc-identity', 'MIGRATION_DATABASE_URL'),
    'Job migrate-svc-identity: MIGRATION_DATABASE_URL is missing',
  ],
  [
    'missing keys of remotes in production',
    () => without('Deployment', 'gateway', 'REMOTE_KEYS'),
    'REMOTE_KEYS is missing',
  ],
  ['a missing store', () => without('Deployment', 'gateway', 'STATIC_BUCKET_URL'), 'STATIC_ROOT is missing'],
  [
    'a missing credential of a bucket',
    () => without('Deployment', 'svc-tasks', 'S3_ACCESS_KEY_ID'),
    'S3_ACCESS_KEY_ID is missing',
  ],
  [
    'a missing address of a backup',
    () => without('CronJob', 'backup', 'TASKS_BACKUP_DATABASE_URL', backup),
    'TASKS_BACKUP_DATABASE_URL is missing',
  ],
  [
    'a missing key of the delivery tool',
    () => without('Job', 'publish-frontends', 'DELIVERY_KEY'),
    'Job publish-frontends: DELIVERY_KEY is missing',
  ],
  [
    'a value that the program refuses',
    () => set('ConfigMap', 'obieg', '/data/NATS_STREAM_REPLICAS', '2'),
    'NATS_STREAM_REPLICAS: must be 1, 3 or 5',
  ],
  [
    'limits that are off in production',
    () => set('ConfigMap', 'obieg', '/data/RATE_LIMIT_SCALE', '1000'),
    'RATE_LIMIT_SCALE: must not exceed 10 in production',
  ],
];

describe('settings in manifests', () => {
  it.each(overlayNames)('are read and accepted by the programs of the overlay %s', (name) => {
    expect(checkSettings(renderOverlay(overlayFolder(name)))).toEqual([]);
  });

  it.each(broken)('refuse %s', (_what, build, reason) => {
    expect(checkSettings(build()).join('\n')).toContain(reason);
  });

  it('have the NATS password in production-ha, and never the address without it', () => {
    const withPassword = listWorkloads(valid)
      .filter(({ manifest }) => manifest.kind === 'Deployment')
      .map(({ containers: [container = {}] }) => buildEnvironment(valid, container)['NATS_URL']);
    expect(withPassword).toEqual(Array(4).fill('nats://obieg:secret@nats:4222'));
  });

  it('of an unknown command of our images are refused', () => {
    const manifests = set('Deployment', 'gateway', `${app}/args`, ['backup']);
    expect(() => checkSettings(manifests)).toThrow('The settings of gateway backup are unknown.');
  });
});

const reference = readFileSync(new URL('../../../../docs/reference/settings.md', import.meta.url), 'utf8');

/** Rows of a table of the reference: names of the first cell, and the second cell. */
const readRows = (heading: string): { names: string[]; second: string }[] => {
  const section = reference.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| (`[A-Z][^|]*) \| ([^|]*) \|/gm)].map(([, first = '', second = '']) => ({
    names: [...first.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name),
    second,
  }));
};
const documented = (
  headings: readonly string[],
  isWanted: (second: string) => boolean = () => true,
): string[] =>
  headings
    .flatMap(readRows)
    .filter(({ second }) => isWanted(second))
    .flatMap(({ names }) => names);
const ofService = (service: string): string[] => [
  ...documented(['Every process']),
  ...documented(['Services'], (second) => second === 'all' || second.split(', ').includes(service)),
];
const sorted = (names: string[], except: readonly string[] = []): string[] =>
  [...new Set(names)].filter((name) => !except.includes(name)).sort();

describe('docs/reference/settings.md', () => {
  it.each(['identity', 'workflow', 'tasks'])('lists what svc-%s reads', (service) => {
    // Only the command `migrate` reads it.
    expect(sorted(ofService(service), ['MIGRATION_DATABASE_URL', 'MIGRATION_WAIT_SECONDS'])).toEqual(
      namesOf(`svc-${service}`),
    );
  });

  it('lists what the gateway reads', () => {
    expect(sorted(documented(['Every process', 'Gateway']))).toEqual(namesOf('gateway'));
  });

  it('lists what backup and restore read', () => {
    const read = [...namesOf('backup backup'), ...namesOf('restore')];
    expect(sorted(documented(['Backup and restore']))).toEqual(sorted(read));
  });

  it('lists what the delivery tool reads', () => {
    expect(sorted(documented(['Delivery tool']))).toEqual(namesOf('static deploy'));
  });
});
