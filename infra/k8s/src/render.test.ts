import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordsAt } from './manifest';
import { renderOverlay } from './render';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-render-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const header = (kind: string): string => `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: ${kind}\n`;
const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, labels: { tier: front } }
spec:
  template:
    spec:
      containers:
        - { name: app, image: obieg/web, env: [{ name: PORT, value: "80" }] }
`;

const write = (file: string, content: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
};
const writeBase = (kustomization: string): void => {
  write('web.yaml', deployment);
  write('kustomization.yaml', `${header('Kustomization')}resources: [web.yaml]\n${kustomization}`);
};
const containersOf = (index = 0) => recordsAt(renderOverlay(folder)[index], 'spec.template.spec.containers');

describe('renderOverlay', () => {
  it('sets namespace, labels and images', () => {
    writeBase(
      'namespace: obieg\nlabels: [{ pairs: { part: all } }]\nimages: [{ name: obieg/web, newName: r.test/web, newTag: 1.0.0 }]\n',
    );
    const [web] = renderOverlay(folder);
    expect(web?.metadata).toEqual({
      name: 'web',
      namespace: 'obieg',
      labels: { tier: 'front', part: 'all' },
    });
    expect(containersOf()).toMatchObject([{ image: 'r.test/web:1.0.0' }]);
  });

  it('merges lists of a patch by their keys', () => {
    write(
      'patch.yaml',
      `apiVersion: apps/v1
kind: Deployment
metadata: { name: any }
spec: { template: { spec: { containers: [{ name: app, env: [{ name: HOST, value: here }] }] } } }
`,
    );
    writeBase('patches: [{ path: patch.yaml, target: { kind: Deployment, labelSelector: tier } }]\n');
    const [web] = renderOverlay(folder);
    expect(web?.metadata.name).toBe('web');
    expect(containersOf()).toEqual([
      {
        name: 'app',
        image: 'obieg/web',
        env: [
          { name: 'HOST', value: 'here' },
          { name: 'PORT', value: '80' },
        ],
      },
    ]);
  });

  it('applies the operations of a patch', () => {
    writeBase(`patches:
  - target: { kind: Deployment, name: we. }
    patch: |-
      - { op: add, path: /spec/replicas, value: 3 }
`);
    expect(renderOverlay(folder)[0]).toMatchObject({ spec: { replicas: 3 } });
  });

  it('applies a component after the resources and generators', () => {
    write(
      'component/kustomization.yaml',
      `${header('Component')}configMapGenerator: [{ name: settings, behavior: merge, literals: [B=2] }]\n`,
    );
    writeBase('components: [component]\nconfigMapGenerator: [{ name: settings, literals: [A=1, B=1] }]\n');
    expect(renderOverlay(folder)[1]).toMatchObject({ kind: 'ConfigMap', data: { A: '1', B: '2' } });
  });

  it('reads numbers like kustomize', () => {
    write('web.yaml', `${deployment}  mode: 0555\n`);
    write('kustomization.yaml', `${header('Kustomization')}resources: [web.yaml]\n`);
    expect(renderOverlay(folder)[0]).toMatchObject({ spec: { mode: 0o555 } });
  });

  it.each([
    ['a feature that it does not support', 'replicas: [{ name: web, count: 2 }]', /replicas/],
    ['a patch without a target', 'patches: [{ target: { kind: Job }, patch: "[]" }]', /no target/],
    [
      'an operation that fails',
      'patches: [{ target: { kind: Deployment }, patch: "[{ op: remove, path: /spec/absent }]" }]',
      /absent|Missing/,
    ],
    [
      'a merge into a missing map',
      'configMapGenerator: [{ name: settings, behavior: merge, literals: [A=1] }]',
      /no ConfigMap settings/,
    ],
    [
      'a patch of a list with unknown keys',
      'patches: [{ patch: "{ apiVersion: apps/v1, kind: Deployment, metadata: { name: web }, spec: { others: [1] } }" }]',
      /the list others/,
    ],
  ])('refuses %s', (_name, kustomization, reason) => {
    write('web.yaml', `${deployment}  others: [2]\n`);
    write('kustomization.yaml', `${header('Kustomization')}resources: [web.yaml]\n${kustomization}\n`);
    expect(() => renderOverlay(folder)).toThrow(reason);
  });

  it('refuses two objects of the same kind and name', () => {
    write('kustomization.yaml', `${header('Kustomization')}resources: [web.yaml, other.yaml]\n`);
    write('web.yaml', deployment);
    write('other.yaml', deployment);
    expect(() => renderOverlay(folder)).toThrow(/Deployment web exists twice/);
  });
});
