import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { repositoryRoot } from './paths';

const read = (file: string): string => readFileSync(join(repositoryRoot, 'infra', file), 'utf8');

interface StatefulSet {
  kind: string;
  metadata: { name: string };
  spec: {
    template: { spec: { containers: { readinessProbe?: { exec: { command: string[] } } }[] } };
    volumeClaimTemplates: { spec: { resources: { requests: { storage: string } } } }[];
  };
}

const findStatefulSet = (name: string): StatefulSet['spec'] => {
  const documents = parseAllDocuments(read('k8s/overlays/local/servers.yaml'));
  const manifests = documents.map((document): StatefulSet => document.toJS());
  const found = manifests.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === name);
  if (!found) throw new Error(`No StatefulSet ${name}`);
  return found.spec;
};

describe('servers in infra/docker', () => {
  it.each([
    ['compose', parse(read('docker/compose.yaml')).services.postgres.healthcheck.test.join(' ')],
    ['k8s', findStatefulSet('postgres').template.spec.containers[0]?.readinessProbe?.exec.command.join(' ')],
  ])('%s checks PostgreSQL over TCP, which opens after the databases exist', (_where, probe) => {
    expect(probe).toContain('pg_isready -h 127.0.0.1 ');
  });

  it('NATS has a volume larger than its limit', () => {
    const [volume] = findStatefulSet('nats').volumeClaimTemplates;
    const volumeGi = Number(/^(\d+)Gi$/.exec(volume?.spec.resources.requests.storage ?? '')?.[1]);
    const storeGb = Number(/max_file_store: (\d+)GB/.exec(read('docker/nats.conf'))?.[1]);
    expect(volumeGi).toBeGreaterThan(storeGb);
  });
});
