import { spawnSync } from 'node:child_process';
import { isRecord } from '@obieg/contracts/is-record';
import { parseAllDocuments } from 'yaml';

import { renderOverlay } from './render';

/** `npm run compare -w infra/k8s`: compares this renderer with `kubectl kustomize`, which must be on the PATH. */

const nameWithHash = /^(.+)-[bcdfghkmt2-9]{10}$/;
const hashedKinds = new Set<unknown>(['ConfigMap', 'Secret']);

const decode = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(String(value), 'base64').toString()]),
  );

/** Removes what may differ: kustomize's hashes of names, base64 in secrets, the order of keys and of merged lists. */
const normalize = (value: unknown, names: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) {
    const items = value.map((item) => normalize(item, names));
    const isKeyed = items.every((item) => isRecord(item) && ('name' in item || 'mountPath' in item));
    return isKeyed
      ? items.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
      : items;
  }
  if (isRecord(value)) {
    const keys = Object.keys(value).sort();
    return Object.fromEntries(keys.map((key) => [key, normalize(value[key], names)]));
  }
  const [, bare] = typeof value === 'string' ? (nameWithHash.exec(value) ?? []) : [];
  return bare !== undefined && names.has(bare) ? bare : value;
};

const toLines = (manifests: unknown[]): string[] => {
  const generated = manifests
    .filter(isRecord)
    .filter(({ kind }) => hashedKinds.has(kind))
    .map(({ metadata }) => String(isRecord(metadata) ? metadata['name'] : '').replace(nameWithHash, '$1'));
  return manifests
    .filter(isRecord)
    .map(({ stringData, ...manifest }) => {
      const { kind, data } = manifest;
      const plain = kind === 'Secret' && isRecord(data) ? decode(data) : data;
      const secret = kind === 'Secret' ? { data: plain ?? stringData } : {};
      return JSON.stringify(normalize({ ...manifest, ...secret }, new Set(generated)));
    })
    .sort();
};

const [folder = ''] = process.argv.slice(2);
const { status, stdout, stderr, error } = spawnSync(
  'kubectl',
  ['kustomize', '--load-restrictor', 'LoadRestrictionsNone', folder],
  { encoding: 'utf8', maxBuffer: 64 * 1_024 * 1_024 },
);
if (status !== 0) throw new Error(error?.message ?? stderr);
const expected = toLines(parseAllDocuments(stdout).map((document) => document.toJS() as unknown));
const actual = toLines(renderOverlay(folder));
const missing = expected.filter((line) => !actual.includes(line));
const unexpected = actual.filter((line) => !expected.includes(line));
for (const line of missing) process.stdout.write(`kubectl:  ${line}\n`);
for (const line of unexpected) process.stdout.write(`renderer: ${line}\n`);
process.stdout.write(`${folder}: ${expected.length} objects, ${missing.length} differ\n`);
process.exitCode = missing.length + unexpected.length === 0 ? 0 : 1;
