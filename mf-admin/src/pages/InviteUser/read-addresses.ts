import { emailSchema, plainNameSchema } from '@obieg/contracts';

/** Addresses that the form takes at once. */
export const addressesMax = 50;

/** One entry of the address field. */
export interface Addressee {
  /** Undefined if this is no address. */
  email: string | undefined;
  /** Name before the address. Undefined if there is none, or none that the product accepts. */
  displayName: string | undefined;
  /** As it was typed. */
  text: string;
}

/** Splits at commas, semicolons, line ends and behind `>`, except inside double quotes. */
const splitEntries = (text: string): string[] => {
  const entries: string[] = [];
  let entry = '';
  let isQuoted = false;
  const finish = () => {
    entries.push(entry.trim());
    entry = '';
  };
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    // A quotation mark without its partner ends with the line.
    if (character === '\n' || character === '\r') isQuoted = false;
    if (!isQuoted && ',;\n\r'.includes(character)) finish();
    else entry += character;
    if (!isQuoted && character === '>') finish();
  }
  finish();
  return entries.filter(Boolean);
};

const readAddress = (text: string): string | undefined => emailSchema.safeParse(text).data;

const readName = (text: string): string | undefined =>
  plainNameSchema.safeParse(text.replaceAll('"', ' ').trim()).data;

/** Reads `Name <address>`, or addresses between spaces. */
const readEntry = (entry: string): Addressee[] => {
  const start = entry.lastIndexOf('<');
  if (start < 0)
    return entry.split(/\s+/).map((text) => ({ email: readAddress(text), displayName: undefined, text }));
  const email = readAddress(entry.slice(start + 1).replace('>', ''));
  return [{ email, displayName: readName(entry.slice(0, start)), text: entry }];
};

/**
 * Reads a pasted list of addresses: separated by commas, semicolons, spaces and line ends, with or without names, as
 * mail programs copy them. Of repeated addresses, the first one stays.
 */
export const readAddresses = (text: string): Addressee[] => {
  const byAddress = new Map<string, Addressee>();
  for (const addressee of splitEntries(text).flatMap(readEntry)) {
    const key = addressee.email ?? addressee.text;
    if (!byAddress.has(key)) byAddress.set(key, addressee);
  }
  return [...byAddress.values()];
};
