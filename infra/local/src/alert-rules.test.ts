import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { repositoryRoot } from './paths';
import { ensurePromtool } from './promtool';

const observability = join(repositoryRoot, 'infra/observability');
const read = (file: string): string => readFileSync(join(observability, file), 'utf8');

interface Rule {
  alert: string;
  labels: { severity: string; owner: string };
  annotations?: { summary: string; description: string; runbook_url: string };
}
const file: { groups: { rules: Rule[] }[] } = parse(read('alerts.yaml'));
const rules = file.groups.flatMap((group) => group.rules);
const names = rules.map(({ alert }) => alert);

interface RuleTest {
  alertname: string;
  exp_alerts: unknown[];
}
const { tests }: { tests: { alert_rule_test: RuleTest[] }[] } = parse(read('alerts.test.yaml'));

let folder: string;
let promtool: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-alerts-'));
  promtool = await ensurePromtool();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runPromtool = (...args: string[]): string => {
  const { stdout, stderr } = spawnSync(promtool, args, { encoding: 'utf8' });
  return stdout + stderr;
};

describe('alerts.yaml', () => {
  it('has rules and templates that Prometheus accepts', () => {
    expect(runPromtool('check', 'rules', join(observability, 'alerts.yaml'))).toContain(
      `SUCCESS: ${rules.length} rules found`,
    );
  });

  it('fires as alerts.test.yaml expects', () => {
    // Without annotations, so that the tests do not repeat their texts.
    const bare = file.groups.map((group) => ({
      ...group,
      rules: group.rules.map(({ annotations: _, ...rule }) => rule),
    }));
    writeFileSync(join(folder, 'alerts.yaml'), stringify({ groups: bare }));
    writeFileSync(join(folder, 'alerts.test.yaml'), read('alerts.test.yaml'));
    const output = runPromtool('test', 'rules', join(folder, 'alerts.test.yaml'));
    expect(output).not.toContain('FAILED');
    expect(output).toContain('SUCCESS');
  });

  it('has a test in which each alert fires', () => {
    const fired = tests
      .flatMap(({ alert_rule_test }) => alert_rule_test)
      .filter(({ exp_alerts }) => exp_alerts.length > 0)
      .map(({ alertname }) => alertname);
    expect([...new Set(fired)].sort()).toEqual([...names].sort());
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s has a severity, an owner, a summary and a section with instructions',
    (name, { labels, annotations }) => {
      expect(name).toMatch(/^Obieg[A-Z]/);
      expect(['critical', 'warning', 'info']).toContain(labels.severity);
      expect(['platform', 'product']).toContain(labels.owner);
      expect(annotations?.summary).toBeTruthy();
      expect(annotations?.description).toBeTruthy();
      const [page = '', anchor] = annotations?.runbook_url.split('#') ?? [];
      expect(anchor).toBe(name.toLowerCase());
      expect(readFileSync(join(repositoryRoot, page), 'utf8')).toMatch(new RegExp(`^#+ ${name}\n\n\\S`, 'm'));
    },
  );

  it('has a section for existing alerts only', () => {
    const pages = new Set(rules.map(({ annotations }) => annotations?.runbook_url.split('#')[0] ?? ''));
    for (const page of pages) {
      const sections = readFileSync(join(repositoryRoot, page), 'utf8').matchAll(/^#+ (Obieg\w+)$/gm);
      for (const [, name] of sections) expect(names).toContain(name);
    }
  });
});
