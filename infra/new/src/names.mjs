// How a thing is called in each place: `exit-permits` in paths, `exitPermit` in code, `exit_permits` in the database.
import { refuse } from './refusal.mjs';

const wellFormed = /^[a-z]+(-[a-z]+)*$/;
/** With what is put around it, less than the 63 bytes that PostgreSQL takes for a name. */
const longestName = 30;

/** Words that stand for something else in what is made. */
const usedOtherwise = new Set(['class', 'database', 'date', 'number', 'params', 'promise', 'string', 'this']);

/** @throws for what cannot stand in a path, in code and in the database alike */
export const checkName = (name, what) => {
  if (!name) throw refuse(`The name of ${what} is missing.`);
  if (!wellFormed.test(name))
    throw refuse(`"${name}" is no name of ${what}: lower-case letters a to z, words joined by one hyphen.`);
  if (name.length > longestName)
    throw refuse(`"${name}" is too long: the name of ${what} has at most ${longestName} letters.`);
};

/** One of them; refuses where English leaves it open. */
const singularOf = (things) => {
  if (/[^aeiou]ies$/.test(things)) return things.replace(/ies$/, 'y');
  if (/s$/.test(things) && !/(?:ss|us|[sxzo]es|[cs]hes)$/.test(things)) return things.slice(0, -1);
  throw refuse(`What is one of the ${things} called? Add it: --one <name>.`);
};

const upper = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (name) => name.split('-').map(upper).join('');
const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** Every form of a name in which templates write it, from what they write to what stands there instead. */
const formsOf = (sample, name) => [
  [sample, name],
  [camel(sample), camel(name)],
  [pascal(sample), pascal(name)],
  [sample.replaceAll('-', '_'), name.replaceAll('-', '_')],
  [sample.replaceAll('-', ' '), name.replaceAll('-', ' ')],
];

/** The names of things, several and one. */
export const nameThings = (things, one) => {
  checkName(things, 'the things');
  const thing = one ?? singularOf(things);
  checkName(thing, 'one of them');
  const used = [things, thing].find((name) => usedOtherwise.has(name));
  if (used) throw refuse(`"${used}" means something else in the code; choose another name.`);
  if (thing === things) throw refuse(`One of the ${things} needs a name of its own: --one <name>.`);
  return {
    things,
    thing,
    camelThing: camel(thing),
    camelThings: camel(things),
    pascalThing: pascal(thing),
    pascalThings: pascal(things),
    tableName: things.replaceAll('-', '_'),
    // Several first: one is the beginning of several.
    words: [...formsOf('sample-things', things), ...formsOf('sample-thing', thing)],
  };
};

/** The names of an area that a remote is for. */
export const nameArea = (area) => ({
  camelArea: camel(area),
  pascalArea: pascal(area),
  title: upper(area.replaceAll('-', ' ')),
  words: [...formsOf('sample-area', area), ['Sample title', upper(area.replaceAll('-', ' '))]],
});
