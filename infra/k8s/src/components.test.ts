import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Manifest, recordsAt } from './manifest';
import { overlayFolder } from './overlays';
import { policiesOf } from './policies';
import { renderOverlay } from './render';
import { findSchemaProblems } from './schemas';
import { checkSettings } from './settings/check-settings';
import { listWorkloads } from './workloads';

/** Renders `production-ha` with another component. */
const renderWith = (component: string): Manifest[] => {
  const folder = mkdtempSync(join(tmpdir(), 'obieg-component-'));
  const pathOf = (target: string) => relative(folder, target);
  try {
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [${pathOf(overlayFolder('production-ha'))}]
components: [${pathOf(join(overlayFolder('production-ha'), '../../components', component))}]
`,
    );
    return renderOverlay(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

describe('components/cluster-monitoring', () => {
  it('adds monitors that fit their schemas', () => {
    const manifests = renderWith('cluster-monitoring');
    expect(manifests.flatMap(findSchemaProblems)).toEqual([]);
    const names = manifests
      .filter(({ kind }) => kind === 'ServiceMonitor')
      .map(({ metadata }) => metadata.name);
    expect(names.sort()).toEqual(['kube-state-metrics', 'kubelet', 'node-exporter', 'obieg']);
  });
});

describe('components/private-ca', () => {
  const manifests = renderWith('private-ca');

  it('gives each program of ours the authority', () => {
    const own = listWorkloads(manifests)
      .flatMap(({ containers }) => containers)
      .filter(({ image }) => String(image).includes('/obieg/'));
    expect(own.length).toBeGreaterThan(8);
    for (const container of own) {
      expect(recordsAt(container, 'env')).toContainEqual({
        name: 'NODE_EXTRA_CA_CERTS',
        value: '/etc/obieg/private-ca/ca.crt',
      });
      expect(recordsAt(container, 'volumeMounts')).toContainEqual(
        expect.objectContaining({ name: 'private-ca', readOnly: true }),
      );
    }
  });

  it('passes the checks of an overlay', () => {
    expect(manifests.flatMap(findSchemaProblems)).toEqual([]);
    expect(checkSettings(manifests)).toEqual([]);
    const violations = policiesOf('production-ha').flatMap((policy) => policy.findViolations(manifests));
    // Operators create it, and only for this component.
    expect(
      violations.filter((violation) => !violation.endsWith('the ConfigMap private-ca does not exist')),
    ).toEqual([]);
  });
});
