import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';

const componentsSchema = z.record(z.string(), z.record(z.string(), z.unknown()));
export const openApiSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  components: componentsSchema.optional(),
});
export type OpenApi = z.infer<typeof openApiSchema>;

const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Renames references to renamed components. */
const rewriteReferences = (value: unknown, renamed: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => rewriteReferences(item, renamed));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string'
        ? (renamed.get(item) ?? item)
        : rewriteReferences(item, renamed),
    ]),
  );
};

/**
 * Finds components that two services define differently under one name. The second component gets its service's name
 * as a prefix.
 */
const findRenames = (merged: z.infer<typeof componentsSchema>, service: string, document: OpenApi) => {
  const renamed = new Map<string, string>();
  for (const [kind, entries] of Object.entries(document.components ?? {})) {
    for (const [name, component] of Object.entries(entries)) {
      const taken = merged[kind]?.[name];
      if (taken === undefined || isDeepStrictEqual(taken, component)) continue;
      renamed.set(`#/components/${kind}/${name}`, `#/components/${kind}/${capitalize(service)}${name}`);
    }
  }
  return renamed;
};

/** Merges the services' documents into one OpenAPI 3.1 document. */
export const mergeOpenApi = (documents: readonly { service: string; document: OpenApi }[]) => {
  const components: z.infer<typeof componentsSchema> = {};
  const paths: OpenApi['paths'] = {};
  for (const { service, document } of documents) {
    const renamed = findRenames(components, service, document);
    for (const [kind, entries] of Object.entries(document.components ?? {})) {
      const target = components[kind] ?? {};
      components[kind] = target;
      for (const [name, component] of Object.entries(entries)) {
        const newName = renamed.get(`#/components/${kind}/${name}`)?.split('/').at(-1) ?? name;
        target[newName] = rewriteReferences(component, renamed);
      }
    }
    for (const [path, item] of Object.entries(document.paths)) {
      paths[path] = { ...paths[path], ...(rewriteReferences(item, renamed) as Record<string, unknown>) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Obieg', version: '1', description: 'Each call applies to the organization of its host.' },
    servers: [{ url: '/' }],
    tags: documents.map(({ service }) => ({ name: service })),
    paths,
    components,
  };
};
