import type { Language } from '@obieg/contracts';

/** The texts of a message. Without `mul`, the specification quotes it in the language of the catalogue. */
type Message = Record<'pl' | 'en', string> & { mul?: string };

/**
 * Creates the function that returns a message of a service in the language of a request, with its `{placeholders}`
 * filled. @param quoted language in which the specification, and so `mul`, quotes the messages
 */
export const createTranslate =
  <Key extends string>(messages: Readonly<Record<Key, Message>>, quoted: 'pl' | 'en') =>
  (language: Language, key: Key, values: Readonly<Record<string, string | number>> = {}): string => {
    const message = messages[key];
    const text = language === 'mul' ? (message.mul ?? message[quoted]) : message[language];
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  };
