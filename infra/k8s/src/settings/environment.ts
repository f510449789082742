import { isRecord } from '@obieg/contracts/is-record';
import { type Manifest, recordAt, recordsAt, valueAt } from '../manifest';

/** Stands for the value of a secret that is not in the overlay. Valid for the setting of that name. */
const inventValue = (name: string): string => {
  if (name.endsWith('DATABASE_URL')) return 'postgres://role:secret@postgres:5432/database';
  if (name === 'NATS_URL') return 'nats://obieg:secret@nats:4222';
  if (name === 'SMTP_URL') return 'smtp://obieg:secret@mail:587';
  return /(BUCKET_URL|STORE)$/.test(name) ? 'https://s3.example.com/bucket' : 'from-a-secret';
};

const dataOf = (manifests: readonly Manifest[], kind: string, name: unknown): Record<string, unknown> => {
  const manifest = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  return { ...recordAt(manifest, 'data'), ...recordAt(manifest, 'stringData') };
};

/** @returns undefined if Kubernetes leaves the variable unset, because its secret is optional and may be missing */
const findValue = (manifests: readonly Manifest[], entry: Record<string, unknown>): string | undefined => {
  const { name, value } = entry;
  if (typeof value === 'string') return value;
  const key = recordAt(entry, 'valueFrom.secretKeyRef');
  if (key['optional'] === true) return undefined;
  const known = dataOf(manifests, 'Secret', key['name'])[String(key['key'])];
  return typeof known === 'string' ? known : inventValue(String(name));
};

/** The maps that a container takes all its variables from. */
export const listSharedMaps = (container: Record<string, unknown>): string[] =>
  recordsAt(container, 'envFrom').flatMap((source) => {
    const name = valueAt(source, 'configMapRef.name');
    return typeof name === 'string' ? [name] : [];
  });

/** Names that a container sets itself. */
export const listOwnNames = (container: Record<string, unknown>): string[] =>
  recordsAt(container, 'env').map(({ name }) => String(name));

/** The environment in which Kubernetes starts a container, before optional secrets exist. */
export const buildEnvironment = (
  manifests: readonly Manifest[],
  container: Record<string, unknown>,
): Record<string, string> => {
  const environment: Record<string, string> = {};
  for (const map of listSharedMaps(container))
    for (const [name, value] of Object.entries(dataOf(manifests, 'ConfigMap', map)))
      environment[name] = String(value);
  for (const entry of recordsAt(container, 'env').filter(isRecord)) {
    const value = findValue(manifests, entry);
    if (value !== undefined) environment[String(entry['name'])] = value;
  }
  return environment;
};
