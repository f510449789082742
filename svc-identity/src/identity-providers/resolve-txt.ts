import { Resolver } from 'node:dns/promises';

/** Returns the TXT records of a name; none if it has none or the name servers do not answer. */
export type ResolveTxt = (name: string) => Promise<string[]>;

const queryMs = 2_000;

export const resolveTxt: ResolveTxt = async (name) => {
  const resolver = new Resolver({ timeout: queryMs, tries: 2 });
  // A long record comes in parts.
  const records = await resolver.resolveTxt(name).catch((): string[][] => []);
  return records.map((parts) => parts.join(''));
};
