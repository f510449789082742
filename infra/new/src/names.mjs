// Forms of a name: `exit-permits` in paths, `exitPermit` in code, `exit_permits` in the database.
import { userError } from './user-error.mjs';

const wellFormed = /^[a-z]+(-[a-z]+)*$/;
/** Leaves room for prefixes and suffixes within PostgreSQL's limit of 63 bytes. */
const nameMaxLength = 30;

/** Words with another meaning in the templates. */
const reservedWords = new Set(['class', 'database', 'date', 'number', 'params', 'promise', 'string', 'this']);

/** Words that cannot be the name of a column without quotes. */
const sqlWords = new Set(
  'all analyze any array as asc case cast check collate column constraint create default desc distinct do else end except fetch for foreign from grant group having in initially into lateral leading limit offset on only or order placing primary references returning select session some table then to trailing union unique user using variadic when where window with'.split(
    ' ',
  ),
);

/** @throws for a name that is invalid in a path, in code or in the database */
export const checkName = (name, what) => {
  if (!name) throw userError(`The name of ${what} is missing.`);
  if (!wellFormed.test(name))
    throw userError(
      `"${name}" is no valid name of ${what}: lower-case letters a to z, words joined by one hyphen.`,
    );
  if (name.length > nameMaxLength)
    throw userError(`"${name}" is too long: the name of ${what} has at most ${nameMaxLength} letters.`);
};

/** Returns the singular. @throws if it is ambiguous */
const singularOf = (things) => {
  if (/[^aeiou]ies$/.test(things)) return things.replace(/ies$/, 'y');
  if (/s$/.test(things) && !/(?:ss|us|[sxzo]es|[cs]hes)$/.test(things)) return things.slice(0, -1);
  throw userError(`The singular of ${things} is ambiguous. Add it: --one <name>.`);
};

const upper = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (name) => name.split('-').map(upper).join('');
const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** Pairs of every form of the sample name with the form of the actual name. */
const formsOf = (sample, name) => [
  [sample, name],
  [camel(sample), camel(name)],
  [pascal(sample), pascal(name)],
  [sample.replaceAll('-', '_'), name.replaceAll('-', '_')],
  [sample.replaceAll('-', ' '), name.replaceAll('-', ' ')],
];

/** Returns the plural and singular names of an entity. */
export const nameThings = (things, one) => {
  checkName(things, 'the things');
  const thing = one ?? singularOf(things);
  checkName(thing, 'one of them');
  const used = [things, thing].find((name) => reservedWords.has(name));
  if (used) throw userError(`"${used}" is reserved in the templates. Choose another name.`);
  if (thing === things) throw userError(`Singular and plural of ${things} must differ: --one <name>.`);
  return {
    things,
    thing,
    camelThing: camel(thing),
    camelThings: camel(things),
    pascalThing: pascal(thing),
    pascalThings: pascal(things),
    tableName: things.replaceAll('-', '_'),
    // The plural comes first, because the singular is its prefix.
    words: [...formsOf('sample-things', things), ...formsOf('sample-thing', thing)],
  };
};

/** Returns the names of a field of a task. */
export const nameField = (field) => {
  checkName(field, 'the field');
  if (reservedWords.has(field) || sqlWords.has(field))
    throw userError(`"${field}" is reserved in code or in PostgreSQL. Choose another name.`);
  const title = upper(field.replaceAll('-', ' '));
  return {
    camelField: camel(field),
    columnName: field.replaceAll('-', '_'),
    title,
    words: [...formsOf('sample-field', field), ['Sample label', title]],
  };
};

/** Returns the names of a remote's area. */
export const nameArea = (area) => ({
  camelArea: camel(area),
  pascalArea: pascal(area),
  title: upper(area.replaceAll('-', ' ')),
  words: [...formsOf('sample-area', area), ['Sample title', upper(area.replaceAll('-', ' '))]],
});
