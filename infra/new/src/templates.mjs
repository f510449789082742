// Templates are regular files about `sample things`. This module replaces the sample names.
import { readFileSync } from 'node:fs';

/** Replaces the sample words in a template, in the given order. */
export const fill = (template, words) =>
  words.reduce(
    (text, [sample, word]) => text.replaceAll(sample, word),
    readFileSync(new URL(`../templates/${template}.template`, import.meta.url), 'utf8'),
  );
