import { isRecord } from '@obieg/contracts/is-record';
import { applyPatch, type Operation } from 'rfc6902';
import type { Manifest } from './manifest';

/** Key by which Kubernetes merges the items of a list. */
const mergeKeys: Record<string, string> = {
  containers: 'name',
  env: 'name',
  initContainers: 'name',
  volumeMounts: 'mountPath',
  volumes: 'name',
};
/** Lists that a patch replaces as a whole. */
const atomicLists = new Set(['args', 'command', 'drop', 'envFrom', 'topologySpreadConstraints']);

const mergeList = (key: string, current: unknown[], patch: unknown[]): unknown[] => {
  const mergeKey = mergeKeys[key];
  if (mergeKey === undefined) {
    if (atomicLists.has(key)) return patch;
    throw new Error(`It is unknown how a patch merges the list ${key}. Extend mergeKeys or atomicLists.`);
  }
  const keyOf = (item: unknown): unknown => (isRecord(item) ? item[mergeKey] : undefined);
  const merged = current.map((item) => {
    const change = patch.find((candidate) => keyOf(candidate) === keyOf(item));
    return change === undefined ? item : mergeValue(key, item, change);
  });
  const added = patch.filter((item) => !current.some((candidate) => keyOf(candidate) === keyOf(item)));
  return [...added, ...merged];
};

const mergeRecord = (
  current: Record<string, unknown>,
  patch: Record<string, unknown>,
): Record<string, unknown> => {
  const merged = { ...current };
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith('$')) throw new Error(`The patch directive ${key} is not supported`);
    if (value === null) delete merged[key];
    else merged[key] = mergeValue(key, merged[key], value);
  }
  return merged;
};

const mergeValue = (key: string, current: unknown, patch: unknown): unknown => {
  if (isRecord(current) && isRecord(patch)) return mergeRecord(current, patch);
  if (Array.isArray(current) && Array.isArray(patch)) return mergeList(key, current, patch);
  return patch;
};

/** Merges a patch like `kubectl apply` does with built-in kinds. The identity of the object stays. */
export const mergePatch = (manifest: Manifest, patch: Record<string, unknown>): Manifest => {
  const { apiVersion, kind, metadata } = manifest;
  const merged = mergeRecord(manifest, patch);
  const mergedMetadata = isRecord(merged['metadata']) ? merged['metadata'] : {};
  return { ...merged, apiVersion, kind, metadata: { ...mergedMetadata, name: metadata.name } };
};

/** Applies the operations of RFC 6902. @throws if one of them fails */
export const applyOperations = (manifest: Manifest, operations: Operation[]): Manifest => {
  const changed = structuredClone(manifest);
  const error = applyPatch(changed, operations).find((result) => result !== null);
  if (error) throw new Error(`${manifest.kind} ${manifest.metadata.name}: ${error.message}`);
  return changed;
};
