// Templates are files as the repository has them, about `sample things`; what they are really called is put in here.
import { readFileSync } from 'node:fs';

/** The text of a template with its sample words replaced, in the order in which they are given. */
export const fill = (template, words) =>
  words.reduce(
    (text, [sample, word]) => text.replaceAll(sample, word),
    readFileSync(new URL(`../templates/${template}.template`, import.meta.url), 'utf8'),
  );
