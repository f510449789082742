import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { type Manifest, nameOf } from './manifest';

const readSchemas = (name: string): Record<string, object> =>
  JSON.parse(readFileSync(new URL(`schemas/${name}`, import.meta.url), 'utf8')) as Record<string, object>;

const definitions = readSchemas('definitions.json');
const kinds = readSchemas('kinds.json');
// The sources use formats that JSON Schema does not know, for example int32.
const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
const validators = new Map<string, ValidateFunction>();

const validatorOf = ({ apiVersion, kind }: Manifest): ValidateFunction | undefined => {
  const key = `${apiVersion}/${kind}`;
  const schema = kinds[key];
  if (!schema) return undefined;
  const validator = validators.get(key) ?? ajv.compile({ ...schema, definitions });
  validators.set(key, validator);
  return validator;
};

/** Checks a manifest against the API's schema. Unknown kinds and unknown fields are problems. */
export const findSchemaProblems = (manifest: Manifest): string[] => {
  const validate = validatorOf(manifest);
  if (!validate) return [`${nameOf(manifest)}: no schema of ${manifest.apiVersion}`];
  if (validate(manifest)) return [];
  return (validate.errors ?? []).map(({ instancePath, message = '', params }) => {
    const field = (params as { additionalProperty?: string }).additionalProperty;
    return `${nameOf(manifest)}: ${instancePath} ${message}${field === undefined ? '' : ` (${field})`}`;
  });
};
