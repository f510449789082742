import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Obieg, startObieg } from '../src/obieg';
import { requestSite } from '../src/site-client';

const observability = join(import.meta.dirname, '../../observability');
const read = (file: string): string => readFileSync(join(observability, file), 'utf8');

interface AlertRule {
  alert: string;
  expr: string;
}
interface Panel {
  title: string;
  targets?: { expr: string }[];
}

const rules: AlertRule[] = parse(read('alerts.yaml')).groups.flatMap(
  (group: { rules: AlertRule[] }) => group.rules,
);
const { panels } = JSON.parse(read('dashboards/obieg.json')) as { panels: Panel[] };
/**
 * Metrics that exporters of the cluster document: kube-state-metrics (docs/metrics), kubelet (Kubernetes metrics
 * reference), node-exporter, CloudNativePG (Monitoring), its Barman Cloud plugin (Observability), cert-manager and
 * ingress-nginx (Monitoring).
 */
const clusterMetrics = [
  'kube_cronjob_created',
  'kube_cronjob_status_last_successful_time',
  'kube_job_failed',
  'kube_job_status_active',
  'kubelet_volume_stats_available_bytes',
  'kubelet_volume_stats_capacity_bytes',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'cnpg_pg_stat_archiver_last_failed_time',
  'cnpg_pg_stat_archiver_last_archived_time',
  'cnpg_collector_pg_wal_archive_status',
  'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp',
  'certmanager_certificate_expiration_timestamp_seconds',
  'nginx_ingress_controller_ssl_expire_time_seconds',
];
/** Replaces variables as Grafana does. */
const fillIn = (expr: string): string =>
  expr.replaceAll('$__rate_interval', '1m').replaceAll('$service', 'svc-tasks');
const queries: [name: string, expr: string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [title, fillIn(expr)]),
  ),
];

/** Metric names of a query, and whether its syntax is valid. */
const readQuery = (expr: string): { names: string[]; isReadable: boolean } => {
  const names: string[] = [];
  let isReadable = true;
  parser.parse(expr).iterate({
    enter: ({ type, name, from, to }) => {
      if (type.isError) isReadable = false;
      if (name === 'VectorSelector') names.push(/^\w*/.exec(expr.slice(from, to))?.[0] ?? '');
    },
  });
  return { names, isReadable };
};

let dataDir: string;
let obieg: Obieg;
const exportedNames = new Set<string>(['up', ...clusterMetrics]);
let samples = '';
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'obieg-observability-'));
  obieg = await startObieg({ dataDir, ports: 'any', demo: false, env: { LOG_LEVEL: 'warn' } });
  const { gateway, identity, workflow, tasks } = obieg.ports;
  for (const port of [gateway, identity, workflow, tasks]) {
    const { status, text } = await requestSite('GET', `http://127.0.0.1:${port}/metrics`);
    expect(status).toBe(200);
    samples += text;
    for (const [, name = '', kind] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
      const endings = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      for (const ending of endings) exportedNames.add(name + ending);
    }
  }
});
afterAll(async () => {
  await obieg?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('alerts and dashboards', () => {
  it.each(queries)('%s queries only metrics that the product or an exporter has', (_name, expr) => {
    const { names, isReadable } = readQuery(expr);
    expect(isReadable).toBe(true);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect([...exportedNames]).toContain(name);
  });

  it.each([
    'obieg_events_handled_total{stream="OBIEG_TASKS",outcome="dead",service="svc-identity"} 0',
    'obieg_events_handled_total{stream="OBIEG_IDENTITY",outcome="dead",service="svc-tasks"} 0',
    'obieg_mails_total{outcome="unreachable",service="svc-identity"} 0',
    'obieg_mails_total{outcome="sent",service="svc-tasks"} 0',
    'obieg_attachment_downloads_broken_total{reason="content",service="svc-tasks"} 0',
    'obieg_attachment_downloads_broken_total{reason="store",service="svc-tasks"} 0',
  ])('%s exists from the start, so that the first increase is visible', (sample) => {
    expect(samples.split('\n')).toContain(sample);
  });

  it.each([
    ['rate(obieg_no_such_total[1m])', ['obieg_no_such_total'], true],
    ['sum by (service (rate(obieg_outbox_waiting[1m]))', ['obieg_outbox_waiting'], false],
  ])('%s is valid PromQL', (expr, names, isReadable) => {
    expect(readQuery(expr)).toEqual({ names, isReadable });
  });
});
