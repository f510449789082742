import { describe, expect, it } from 'vitest';
import type { Manifest } from './manifest';
import { overlayFolder, overlayNames } from './overlays';
import { renderOverlay } from './render';
import { findSchemaProblems } from './schemas';

const budget = (spec: object): Manifest => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'web' },
  spec,
});

describe('schemas of the Kubernetes API', () => {
  it.each(overlayNames)('accept the overlay %s', (name) => {
    expect(renderOverlay(overlayFolder(name)).flatMap(findSchemaProblems)).toEqual([]);
  });

  it('accept a valid object', () => {
    expect(findSchemaProblems(budget({ minAvailable: '50%' }))).toEqual([]);
  });

  it.each([
    ['an unknown field', budget({ minAvailible: 1 }), /minAvailible/],
    ['a field of the wrong type', budget({ minAvailable: [1] }), /minAvailable/],
    ['a kind of another version', { ...budget({}), apiVersion: 'policy/v1beta1' }, /no schema/],
    [
      'a missing field',
      { apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'daily' }, spec: { schedule: '@daily' } },
      /jobTemplate/,
    ],
    [
      'a number in an environment variable',
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web' },
        spec: {
          selector: {},
          template: { spec: { containers: [{ name: 'app', env: [{ name: 'PORT', value: 80 }] }] } },
        },
      },
      /env\/0\/value/,
    ],
    [
      'an unknown field of a custom resource',
      {
        apiVersion: 'postgresql.cnpg.io/v1',
        kind: 'Cluster',
        metadata: { name: 'postgres' },
        spec: { instances: 3, storage: { sizes: '1Gi' } },
      },
      /sizes/,
    ],
    [
      'a malformed quantity',
      {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 'all' },
        spec: { hard: { 'requests.cpu': 'many' } },
      },
      /requests.cpu/,
    ],
  ] as [string, Manifest, RegExp][])('refuse %s', (_name, manifest, reason) => {
    expect(findSchemaProblems(manifest).join('\n')).toMatch(reason);
  });
});
