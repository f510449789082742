import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Manifest, recordsAt } from './manifest';
import { overlayFolder } from './overlays';
import { policiesOf } from './policies';
import { renderOverlay } from './render';
import { findSchemaProblems } from './schemas';
import { checkSettings } from './settings/check-settings';
import { listWorkloads } from './workloads';

describe('components/private-ca', () => {
  let folder: string;
  let manifests: Manifest[];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'obieg-component-'));
    const pathOf = (target: string) => relative(folder, target);
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [${pathOf(overlayFolder('production-ha'))}]
components: [${pathOf(join(overlayFolder('production-ha'), '../../components/private-ca'))}]
`,
    );
    manifests = renderOverlay(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
