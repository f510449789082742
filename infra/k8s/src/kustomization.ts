import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';

const literals = z.array(z.string().regex(/^[^=]+=/)).optional();
const generator = z.strictObject({
  name: z.string(),
  behavior: z.literal('merge').optional(),
  literals,
  files: z.array(z.string()).optional(),
});
const target = z.strictObject({
  kind: z.string().optional(),
  name: z.string().optional(),
  labelSelector: z.string().optional(),
});

/**
 * The part of kustomize's format that the manifests use. Other fields are refused, so that nothing is rendered without
 * its effect.
 */
const kustomizationSchema = z.strictObject({
  apiVersion: z.enum(['kustomize.config.k8s.io/v1beta1', 'kustomize.config.k8s.io/v1alpha1']),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  labels: z.array(z.strictObject({ pairs: z.record(z.string(), z.string()) })).default([]),
  images: z
    .array(z.strictObject({ name: z.string(), newName: z.string().optional(), newTag: z.string() }))
    .default([]),
  configMapGenerator: z.array(generator).default([]),
  secretGenerator: z.array(generator).default([]),
  patches: z
    .array(
      z.strictObject({
        path: z.string().optional(),
        patch: z.string().optional(),
        target: target.optional(),
      }),
    )
    .default([]),
});

export type Kustomization = z.infer<typeof kustomizationSchema>;
export type Generator = z.infer<typeof generator>;
export type Target = z.infer<typeof target>;

/** Version 1.1, like kustomize: `0555` is octal, `yes` is a boolean. */
const yamlOptions = { version: '1.1', merge: true } as const;

export const parseYaml = (text: string): unknown => parse(text, yamlOptions);

export const readYamlFile = (file: string): unknown[] =>
  parseAllDocuments(readFileSync(file, 'utf8'), yamlOptions).map((document) => {
    const [error] = document.errors;
    if (error) throw new Error(`${file}: ${error.message}`);
    return document.toJS() as unknown;
  });

export const readKustomization = (folder: string): Kustomization => {
  const file = join(folder, 'kustomization.yaml');
  const result = kustomizationSchema.safeParse(readYamlFile(file)[0]);
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`);
  return result.data;
};
