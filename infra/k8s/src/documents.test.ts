import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseYaml } from './kustomization';
import { overlayFolder, overlayNames } from './overlays';
import { createdByOperators } from './policies/index';
import { listMissing } from './policies/references';
import { renderOverlay } from './render';

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

describe('components/monitoring/prometheus-rule.yaml', () => {
  it('contains the alerts of infra/observability (update it with `npm run alerts -w infra/k8s`)', () => {
    expect(parseYaml(read('../components/monitoring/prometheus-rule.yaml'))).toMatchObject({
      spec: parseYaml(read('../../observability/alerts.yaml')),
    });
  });
});

describe('README.md', () => {
  it.each(createdByOperators)('lists the %s', (object) => {
    expect(read('../README.md')).toContain(`\`${object.split(' ')[1]}\``);
  });
});

describe('createdByOperators', () => {
  it('lists only objects that an overlay needs', () => {
    const needed = overlayNames.flatMap((name) => listMissing(renderOverlay(overlayFolder(name))));
    expect(
      createdByOperators.filter((object) => !needed.some(({ kind, name }) => object === `${kind} ${name}`)),
    ).toEqual([]);
  });
});
