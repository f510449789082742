import type { MessageLoaders, MessageTree } from './message-loaders';

/** Loads one file of texts: `() => import('./i18n/pl.json')`. */
type LoadTexts<Texts> = () => Promise<{ default: Texts }>;

/** Dotted keys of all texts. */
type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${KeyOf<Texts[Key]>}`;
}[keyof Texts & string];

/** Adds the plural forms that only Polish has. */
type PolishKey<Key> = Key extends `${infer Counted}_other` ? Key | `${Counted}_${'few' | 'many'}` : Key;
type PolishKeyOf<Texts> = PolishKey<KeyOf<Texts>>;

/** Names the keys in the compiler's message, unless there are none. */
type Reject<Problem extends string, Keys> = [Keys] extends [never] ? unknown : { [Name in Problem]: Keys };

type RejectMissing<Polish, English> = Reject<
  'missing in Polish',
  Exclude<PolishKeyOf<English>, KeyOf<Polish>>
> &
  Reject<'missing in English', Exclude<KeyOf<Polish>, PolishKeyOf<English>>>;

/** Declares the texts of an app. A text that only Polish or only English has is a compile error. */
export const defineMessages = <Polish extends MessageTree, English extends MessageTree>(
  loaders: MessageLoaders & { pl: LoadTexts<Polish>; en: LoadTexts<English> } & RejectMissing<
      Polish,
      English
    >,
): MessageLoaders => loaders;

/** `mul` counts like Polish. English says the same for 3 and 5 as for other numbers. */
const addPolishForms = (texts: MessageTree): MessageTree => {
  const counted = Object.entries(texts).filter(([key]) => key.endsWith('_other'));
  const added = counted.flatMap(([key, text]) =>
    ['few', 'many'].map((form) => [key.replace(/other$/, form), text] as const),
  );
  return { ...Object.fromEntries(added), ...texts };
};

const mergeTexts = (base: MessageTree, overrides: MessageTree): MessageTree =>
  Object.fromEntries(
    Object.entries(addPolishForms(base)).map(([key, text]) => {
      const override = overrides[key];
      if (typeof text === 'string' || typeof override === 'string') return [key, override ?? text];
      return [key, mergeTexts(text, override ?? {})];
    }),
  );

/**
 * Loads `mul`: the texts of a base language, except for those that the specification words differently. An override of
 * an unknown text is a compile error.
 */
export const overrideTexts =
  <Base extends MessageTree, Overrides extends MessageTree>(
    loadBase: LoadTexts<Base>,
    loadOverrides: LoadTexts<Overrides> &
      Reject<'unknown texts', Exclude<KeyOf<Overrides>, PolishKeyOf<Base>>>,
  ): LoadTexts<MessageTree> =>
  async () => {
    const [base, overrides] = await Promise.all([loadBase(), loadOverrides()]);
    return { default: mergeTexts(base.default, overrides.default) };
  };
