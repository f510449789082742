import { idSchema } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';

export type ResourceKind = 'User' | 'Group';
const letters = { User: 'u', Group: 'g' } as const;

/** An id that no other resource has: those of accounts and groups are numbers of their own (RFC 7643 §3.1). */
export const toScimId = (kind: ResourceKind, id: number): string => `${letters[kind]}${id}`;

/** Returns the number in an id of this kind; undefined for any other text. */
export const readScimId = (kind: ResourceKind, text: string): number | undefined => {
  if (!/^[ug][1-9]\d{0,15}$/.test(text) || !text.startsWith(letters[kind])) return undefined;
  return idSchema.safeParse(Number(text.slice(1))).data;
};

/** @throws 404 for a text that is no id of this kind */
export const parseScimId = (kind: ResourceKind, text: string): number => {
  const id = readScimId(kind, text);
  if (id === undefined) throw problem.notFound();
  return id;
};
