import { randomBytes } from 'node:crypto';

const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Continues a W3C trace with a new span, or begins one. */
export const nextTraceparent = (incoming: string | undefined): string => {
  const span = randomBytes(8).toString('hex');
  const match = incoming === undefined ? null : pattern.exec(incoming);
  if (match && !/^0+$/.test(match[1] ?? '')) return `00-${match[1]}-${span}-${match[3]}`;
  return `00-${randomBytes(16).toString('hex')}-${span}-01`;
};
