import type { Language } from '@obieg/contracts';
import type { MessageTree } from './message-loaders';

export type Values = Record<string, string | number>;

/** Texts by dotted key. */
type Catalogue = ReadonlyMap<string, string>;

const catalogues = new Map<string, Catalogue>();

const nameOf = (namespace: string, language: Language): string => `${language} ${namespace}`;

const listTexts = (tree: MessageTree, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : listTexts(value, `${prefix}${key}.`),
  );

export const hasCatalogue = (namespace: string, language: Language): boolean =>
  catalogues.has(nameOf(namespace, language));

export const addCatalogue = (namespace: string, language: Language, tree: MessageTree): void =>
  void catalogues.set(nameOf(namespace, language), new Map(listTexts(tree)));

export const removeCatalogue = (namespace: string, language: Language): void =>
  void catalogues.delete(nameOf(namespace, language));

const pluralRules = new Map<Language, Intl.PluralRules>();

/** `mul` counts like Polish. */
const findPluralForm = (language: Language, count: number): string => {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language === 'mul' ? 'pl' : language);
  pluralRules.set(language, rules);
  return rules.select(count);
};

const findIn = (
  namespace: string,
  language: Language,
  key: string,
  { count }: Values,
): string | undefined => {
  const catalogue = catalogues.get(nameOf(namespace, language));
  const counted =
    typeof count === 'number' ? catalogue?.get(`${key}_${findPluralForm(language, count)}`) : undefined;
  return counted ?? catalogue?.get(key);
};

/**
 * Finds a text in the first of the namespaces that has it, in the language or else in the default language, and fills
 * its `{{placeholders}}`. The value `count` selects the plural form.
 */
export const findText = (
  namespaces: readonly string[],
  language: Language,
  key: string,
  values: Values,
): string | undefined => {
  for (const namespace of namespaces) {
    const text = findIn(namespace, language, key, values) ?? findIn(namespace, 'mul', key, values);
    if (text !== undefined)
      return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  }
  return undefined;
};
