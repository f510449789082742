import { type Compare, type Filter, parse } from 'scim2-parse-filter';
import { groupSchemaUri, scimLimits, userSchemaUri } from './scim-limits';
import { scimProblem } from './scim-problems';

/** A comparison of an attribute, as `emails.value`, for equality. */
export interface Condition {
  attribute: string;
  value: Compare['compValue'];
}

/** Returns the text without its quoted values, of which a backslash escapes the next character. */
const withoutValues = (text: string): string => {
  let rest = '';
  let isValue = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isValue && character === '\\') index += 1;
    else if (character === '"') isValue = !isValue;
    else if (!isValue) rest += character;
  }
  return rest;
};

/** Refuses what the recursive parser would take long for, or overflow the stack with. Quoted text does not nest. */
const checkShape = (text: string): void => {
  if (text.length > scimLimits.filterLength)
    throw scimProblem.invalidFilter(`A filter has at most ${scimLimits.filterLength} characters.`);
  let depth = 0;
  for (const token of withoutValues(text).match(/[()[\]]|\bnot\b/gi) ?? []) {
    depth += token === ')' || token === ']' ? -1 : 1;
    if (depth > scimLimits.filterDepth) throw scimProblem.invalidFilter('The filter is nested too deeply.');
  }
};

/** Parses a filter of bounded size. @throws 400 invalidFilter */
export const parseFilter = (text: string): Filter => {
  checkShape(text);
  try {
    return parse(text);
  } catch {
    throw scimProblem.invalidFilter('The filter cannot be parsed.');
  }
};

/** Lower-cased, because names of attributes ignore case, and without the schema of the resource. */
const normalize = (attribute: string): string => {
  const name = attribute.toLowerCase();
  const schema = [userSchemaUri, groupSchemaUri].find((uri) => name.startsWith(`${uri.toLowerCase()}:`));
  return schema ? name.slice(schema.length + 1) : name;
};

const collect = (filter: Filter, prefix: string): Condition[] => {
  switch (filter.op) {
    case 'eq':
      return [{ attribute: prefix + normalize(filter.attrPath), value: filter.compValue }];
    case 'and':
      return filter.filters.flatMap((part) => collect(part, prefix));
    case '[]':
      return collect(filter.valFilter, `${normalize(filter.attrPath)}.`);
    default:
      throw scimProblem.invalidFilter(`The operator ${filter.op} is not supported, only eq and and.`);
  }
};

/** Reads the comparisons of a filter, which all must hold. @throws 400 invalidFilter for operators other than eq and and */
export const readConditions = (text: string): Condition[] => collect(parseFilter(text), '');
