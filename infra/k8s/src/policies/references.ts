import { isRecord } from '@obieg/contracts/is-record';
import { type Manifest, nameOf, valueAt } from '../manifest';
import type { Policy } from './policy';

/** Fields that refer to an object, the kind of the object, and where its name is. */
const referenceFields: Record<string, { kind: string; nameField: string }> = {
  configMap: { kind: 'ConfigMap', nameField: 'name' },
  configMapKeyRef: { kind: 'ConfigMap', nameField: 'name' },
  configMapRef: { kind: 'ConfigMap', nameField: 'name' },
  passwordSecret: { kind: 'Secret', nameField: 'name' },
  persistentVolumeClaim: { kind: 'PersistentVolumeClaim', nameField: 'claimName' },
  scaleTargetRef: { kind: 'Deployment', nameField: 'name' },
  secret: { kind: 'Secret', nameField: 'secretName' },
  secretKeyRef: { kind: 'Secret', nameField: 'name' },
  secretRef: { kind: 'Secret', nameField: 'name' },
  service: { kind: 'Service', nameField: 'name' },
};

export interface Reference {
  kind: string;
  name: string;
  isOptional: boolean;
}

/** Fields of custom resources that name a secret directly. */
const secretFields = new Set(['accessKeyId', 'secretAccessKey', 'region']);

const listOwnReferences = (field: string, value: Record<string, unknown>): Reference[] => {
  const isOptional = value['optional'] === true;
  if (secretFields.has(field) && typeof value['name'] === 'string')
    return [{ kind: 'Secret', name: value['name'], isOptional }];
  const reference = referenceFields[field];
  if (!reference) return [];
  const name = value[reference.nameField] ?? value['name'];
  return typeof name === 'string' ? [{ kind: reference.kind, name, isOptional }] : [];
};

const listReferences = (value: unknown, field = ''): Reference[] => {
  if (Array.isArray(value)) return value.flatMap((item) => listReferences(item, field));
  if (!isRecord(value)) return [];
  const nested = Object.entries(value).flatMap(([key, child]) => listReferences(child, key));
  return [...listOwnReferences(field, value), ...nested];
};

/** Secrets and maps that a manifest refers to and that the overlay does not contain. */
export const listMissing = (manifests: readonly Manifest[]): (Reference & { source: string })[] => {
  const present = new Set(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
  return manifests.flatMap((manifest) =>
    [...listReferences(manifest['spec']), ...listTlsSecrets(manifest)]
      .filter(({ kind, name }) => !present.has(`${kind} ${name}`))
      .map((reference) => ({ ...reference, source: nameOf(manifest) })),
  );
};

const listTlsSecrets = (manifest: Manifest): Reference[] => {
  const tls = manifest.kind === 'Ingress' ? valueAt(manifest, 'spec.tls') : undefined;
  return (Array.isArray(tls) ? tls : [])
    .filter(isRecord)
    .map(({ secretName }) => ({ kind: 'Secret', name: String(secretName), isOptional: false }));
};

/** Refuses references to objects that are neither in the overlay nor in the list of those that operators create. */
export const createReferencePolicy = (created: readonly string[]): Policy => ({
  name: 'references',
  findViolations: (manifests) =>
    listMissing(manifests)
      .filter(({ kind, name }) => !created.includes(`${kind} ${name}`))
      .map(({ kind, name, source }) => `${source}: the ${kind} ${name} does not exist`),
});
