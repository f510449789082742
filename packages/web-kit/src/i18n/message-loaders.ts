import type { Language } from '@obieg/contracts';

/** Texts of one language, nested or with dotted keys. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}
/** Loads each language on first use. `defineMessages` creates it. */
export type MessageLoaders = Record<Language, () => Promise<MessageTree | { default: MessageTree }>>;
