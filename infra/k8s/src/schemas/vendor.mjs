// Writes `kinds.json` and `definitions.json` from the API's OpenAPI document and from CRDs. README.md has the command.
// The result contains the listed kinds only, without descriptions, and refuses unknown fields.
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

const wanted = {
  v1: ['ConfigMap', 'LimitRange', 'Namespace', 'PersistentVolumeClaim', 'ResourceQuota', 'Secret', 'Service'],
  'apps/v1': ['Deployment', 'StatefulSet'],
  'autoscaling/v2': ['HorizontalPodAutoscaler'],
  'batch/v1': ['CronJob', 'Job'],
  'networking.k8s.io/v1': ['Ingress', 'NetworkPolicy'],
  'policy/v1': ['PodDisruptionBudget'],
};

const intOrString = { anyOf: [{ type: 'integer' }, { type: 'string' }] };
const metadata = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const replaced = {
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': intOrString,
  'io.k8s.apimachinery.pkg.api.resource.Quantity': {
    type: 'string',
    pattern: '^[+-]?[0-9]+(\\.[0-9]+)?(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?[0-9]+)?$',
  },
};
const kept = ['$ref', 'type', 'required', 'enum', 'pattern', 'minimum', 'maximum', 'minItems', 'maxItems'];

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

const toStrict = (schema) => {
  if (schema['x-kubernetes-int-or-string']) return intOrString;
  const strict = Object.fromEntries(kept.filter((key) => key in schema).map((key) => [key, schema[key]]));
  // Go's flags, which JavaScript does not know.
  if (strict.pattern?.includes('(?i)')) delete strict.pattern;
  if (schema.items) strict.items = toStrict(schema.items);
  if (typeof schema.additionalProperties === 'object')
    strict.additionalProperties = toStrict(schema.additionalProperties);
  if (!schema.properties) return strict;
  strict.properties = mapValues(schema.properties, toStrict);
  if (!schema['x-kubernetes-preserve-unknown-fields']) strict.additionalProperties ??= false;
  return strict;
};

const readKubernetes = (file) => {
  const document = JSON.parse(readFileSync(file, 'utf8'));
  const definitions = {};
  const add = (name) => {
    if (name in definitions) return;
    const definition = replaced[name] ?? toStrict(document.definitions[name]);
    definitions[name] = definition;
    for (const [, next] of JSON.stringify(definition).matchAll(/"#\/definitions\/([^"]+)"/g)) add(next);
  };
  const kinds = {};
  for (const [name, definition] of Object.entries(document.definitions))
    for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? []) {
      const apiVersion = group === '' ? version : `${group}/${version}`;
      if (!wanted[apiVersion]?.includes(kind)) continue;
      add(name);
      kinds[`${apiVersion}/${kind}`] = { $ref: `#/definitions/${name}` };
    }
  return { kinds, definitions };
};

const readCustomResource = (file) => {
  const { spec } = parse(readFileSync(file, 'utf8'));
  return spec.versions
    .filter(({ served }) => served)
    .map(({ name, schema }) => {
      const strict = toStrict(schema.openAPIV3Schema);
      strict.properties.metadata = { $ref: `#/definitions/${metadata}` };
      return [`${spec.group}/${name}/${spec.names.kind}`, strict];
    });
};

/** One line per definition, because the files are large and rarely read. */
const toLines = (value) => {
  const lines = Object.entries(value).map(
    ([key, content]) => `${JSON.stringify(key)}:${JSON.stringify(content)}`,
  );
  return `{\n${lines.join(',\n')}\n}`;
};

const [kubernetes, ...customResources] = process.argv.slice(2);
const write = (name, value) => writeFileSync(new URL(name, import.meta.url), `${toLines(value)}\n`);
const { kinds, definitions } = readKubernetes(kubernetes);
write('definitions.json', definitions);
write('kinds.json', { ...kinds, ...Object.fromEntries(customResources.flatMap(readCustomResource)) });
