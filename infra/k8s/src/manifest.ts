import { isRecord } from '@obieg/contracts/is-record';
/** A Kubernetes object. Its fields are checked by the schemas, not by this type. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  [field: string]: unknown;
}

export const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

/** @returns the value at a path such as `spec.template.spec`, undefined if a part is missing */
export const valueAt = (source: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), source);

export const recordAt = (source: unknown, path: string): Record<string, unknown> => {
  const value = valueAt(source, path);
  return isRecord(value) ? value : {};
};

/** @returns the records of a list, an empty list if it is missing */
export const recordsAt = (source: unknown, path: string): Record<string, unknown>[] => {
  const value = valueAt(source, path);
  return Array.isArray(value) ? value.filter(isRecord) : [];
};
