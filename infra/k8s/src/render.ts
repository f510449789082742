import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isRecord } from '@obieg/contracts/is-record';
import type { Operation } from 'rfc6902';
import {
  type Generator,
  type Kustomization,
  parseYaml,
  readKustomization,
  readYamlFile,
  type Target,
} from './kustomization';
import { type Manifest, nameOf } from './manifest';
import { applyOperations, mergePatch } from './patch';

const clusterKinds = new Set(['Namespace']);

const isManifest = (value: unknown): value is Manifest =>
  isRecord(value) &&
  typeof value['apiVersion'] === 'string' &&
  typeof value['kind'] === 'string' &&
  isRecord(value['metadata']) &&
  typeof value['metadata']['name'] === 'string';

const readManifests = (file: string): Manifest[] =>
  readYamlFile(file).map((document) => {
    if (isManifest(document)) return document;
    throw new Error(`${file}: a document lacks apiVersion, kind or metadata.name`);
  });

const readData = (folder: string, { literals = [], files = [] }: Generator): Record<string, string> => {
  const pairs = literals.map((literal) => {
    const separator = literal.indexOf('=');
    return [literal.slice(0, separator), literal.slice(separator + 1)] as const;
  });
  const contents = files.map((file) => [basename(file), readFileSync(join(folder, file), 'utf8')] as const);
  return Object.fromEntries([...pairs, ...contents]);
};

/** Without kustomize's hash in the name: checks compare names, and nothing here is applied. */
const generate = (
  manifests: Manifest[],
  folder: string,
  kind: 'ConfigMap' | 'Secret',
  generators: Generator[],
): Manifest[] =>
  generators.reduce((all, generator) => {
    const data = readData(folder, generator);
    const values = kind === 'Secret' ? { type: 'Opaque', stringData: data } : { data };
    const isSame = (manifest: Manifest): boolean =>
      manifest.kind === kind && manifest.metadata.name === generator.name;
    if (generator.behavior !== 'merge')
      return all.concat({ apiVersion: 'v1', kind, metadata: { name: generator.name }, ...values });
    if (!all.some(isSame)) throw new Error(`${folder}: there is no ${kind} ${generator.name} to merge into`);
    return all.map((manifest) => (isSame(manifest) ? mergePatch(manifest, values) : manifest));
  }, manifests);

const matches = (pattern: string | undefined, value: string): boolean =>
  pattern === undefined || new RegExp(`^(?:${pattern})$`).test(value);

const isTarget =
  ({ kind, name, labelSelector }: Target) =>
  (manifest: Manifest): boolean => {
    if (!matches(kind, manifest.kind) || !matches(name, manifest.metadata.name)) return false;
    if (labelSelector === undefined) return true;
    const [label = '', value] = labelSelector.split('=');
    const actual = manifest.metadata.labels?.[label];
    return value === undefined ? actual !== undefined : actual === value;
  };

const patchAll = (
  manifests: Manifest[],
  folder: string,
  { path, patch, target }: Kustomization['patches'][number],
): Manifest[] => {
  const content = path === undefined ? parseYaml(patch ?? '') : readYamlFile(join(folder, path))[0];
  if (!Array.isArray(content) && !isManifest(content))
    throw new Error(`${folder}: a patch is neither a list of operations nor an object`);
  const own = isManifest(content) ? { kind: content.kind, name: content.metadata.name } : {};
  const isPatched = isTarget(target ?? own);
  if (!manifests.some(isPatched))
    throw new Error(`${folder}: a patch has no target (${JSON.stringify(target ?? own)})`);
  return manifests.map((manifest) => {
    if (!isPatched(manifest)) return manifest;
    return Array.isArray(content)
      ? applyOperations(manifest, content as Operation[])
      : mergePatch(manifest, content);
  });
};

/** Calls `change` for each container image of a manifest. */
const mapImages = (value: unknown, change: (image: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapImages(item, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      const isContainers = (key === 'containers' || key === 'initContainers') && Array.isArray(child);
      if (!isContainers) return [key, mapImages(child, change)];
      const containers = child.filter(isRecord);
      return [key, containers.map((item) => ({ ...item, image: change(String(item['image'])) }))];
    }),
  );
};

const renameImage = (images: Kustomization['images'], image: string): string => {
  const [name = ''] = image.split(':');
  const change = images.find((candidate) => candidate.name === name);
  return change ? `${change.newName ?? name}:${change.newTag}` : image;
};

const transform = (manifests: Manifest[], folder: string, kustomization: Kustomization): Manifest[] => {
  const { patches, namespace, labels, images } = kustomization;
  const patched = patches.reduce((all, patch) => patchAll(all, folder, patch), manifests);
  return patched.map((manifest) => {
    const metadata = { ...manifest.metadata };
    if (namespace !== undefined && !clusterKinds.has(manifest.kind)) metadata.namespace = namespace;
    for (const { pairs } of labels) metadata.labels = { ...metadata.labels, ...pairs };
    const renamed = mapImages(manifest, (image) => renameImage(images, image));
    return { ...(renamed as Manifest), metadata };
  });
};

const accumulate = (folder: string, inherited: Manifest[]): Manifest[] => {
  const kustomization = readKustomization(folder);
  const resources = kustomization.resources.flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? accumulate(path, []) : readManifests(path);
  });
  const withMaps = generate(
    [...inherited, ...resources],
    folder,
    'ConfigMap',
    kustomization.configMapGenerator,
  );
  const withSecrets = generate(withMaps, folder, 'Secret', kustomization.secretGenerator);
  const withComponents = kustomization.components.reduce(
    (all, name) => accumulate(join(folder, name), all),
    withSecrets,
  );
  return transform(withComponents, folder, kustomization);
};

/** Renders an overlay like `kubectl kustomize`. @throws if it uses a feature that this renderer does not support */
export const renderOverlay = (folder: string): Manifest[] => {
  const manifests = accumulate(folder, []);
  const names = manifests.map(nameOf);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`${folder}: ${repeated} exists twice`);
  return manifests;
};
