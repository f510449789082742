// `npm run alerts -w infra/k8s`: writes the alerts of infra/observability as a PrometheusRule.
import { readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

const here = (file) => new URL(file, import.meta.url);
const rule = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'obieg', labels: { 'app.kubernetes.io/part-of': 'obieg' } },
  spec: parse(readFileSync(here('../observability/alerts.yaml'), 'utf8')),
};
const origin = '# Generated from infra/observability/alerts.yaml by `npm run alerts -w infra/k8s`.\n';
writeFileSync(here('components/monitoring/prometheus-rule.yaml'), origin + stringify(rule, { lineWidth: 0 }));
