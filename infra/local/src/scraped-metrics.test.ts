import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { repositoryRoot } from './paths';

const pathOf = (file: string): string => join(repositoryRoot, 'infra', file);
const read = (file: string): string => readFileSync(pathOf(file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
}
const { groups }: { groups: { rules: Rule[] }[] } = parse(read('observability/alerts.yaml'));
const alerts = groups.flatMap(({ rules }) => rules);
const { panels }: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
  read('observability/dashboards/obieg.json'),
);
const alertQueries = alerts.map(({ alert, expr }): [string, string] => [alert, expr]);
const panelQueries = [
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [
      title,
      expr.replaceAll('$__rate_interval', '1m').replaceAll('$service', 'svc-tasks'),
    ]),
  ),
];
const queries = [...alertQueries, ...panelQueries];

const listMetrics = (expr: string): string[] => {
  const names: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ name, from, to }) => {
      if (name === 'VectorSelector') names.push(/^\w*/.exec(expr.slice(from, to))?.[0] ?? '');
    },
  });
  return names;
};

/** Who exports the metrics whose names begin so. The job of `prometheus.yaml` and the monitor have the same name. */
const exporters: [start: string, exporter: string][] = [
  ['up', 'obieg'],
  ['obieg_', 'obieg'],
  ['nodejs_', 'obieg'],
  ['process_', 'obieg'],
  ['cnpg_', 'postgres'],
  ['barman_cloud_', 'postgres'],
  ['certmanager_', 'cert-manager'],
  ['nginx_ingress_controller_', 'ingress-nginx'],
  ['kube_', 'kube-state-metrics'],
  ['kubelet_', 'kubelet'],
  ['node_', 'node-exporter'],
];
const findExporter = (metric: string): string =>
  exporters.find(([start]) => metric.startsWith(start))?.[1] ?? `no exporter has ${metric}`;

const jobs: string[] = parse(read('observability/prometheus.yaml')).scrape_configs.map(
  ({ job_name }: { job_name: string }) => job_name,
);
const monitors = ['monitoring', 'cluster-monitoring'].flatMap((component) => {
  const folder = `k8s/components/${component}`;
  const { resources }: { resources: string[] } = parse(read(`${folder}/kustomization.yaml`));
  return resources
    .flatMap((file) => parseAllDocuments(read(`${folder}/${file}`)))
    .map((document) => document.toJS() as { kind: string; metadata: { name: string } })
    .filter(({ kind }) => kind.endsWith('Monitor'))
    .map(({ metadata }) => metadata.name);
});

describe('metrics of alerts and dashboards', () => {
  const shown = new Set(panelQueries.flatMap(([, expr]) => listMetrics(expr)));

  it.each(alertQueries)('%s: the dashboard shows each of them', (_, expr) => {
    // `Running processes` shows what `up` says.
    expect(listMetrics(expr).filter((metric) => metric !== 'up' && !shown.has(metric))).toEqual([]);
  });

  it.each(queries)('%s: prometheus.yaml and the monitors scrape each of them', (_, expr) => {
    const needed = [...new Set(listMetrics(expr).map(findExporter))];
    expect(needed.length).toBeGreaterThan(0);
    expect(needed.filter((exporter) => !jobs.includes(exporter))).toEqual([]);
    expect(needed.filter((exporter) => !monitors.includes(exporter))).toEqual([]);
  });

  it('need each job and each monitor', () => {
    const needed = [...new Set(queries.flatMap(([, expr]) => listMetrics(expr)).map(findExporter))].sort();
    expect([...jobs].sort()).toEqual(needed);
    expect([...monitors].sort()).toEqual(needed);
  });
});
