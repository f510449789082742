import { randomUUID } from 'node:crypto';

const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** 32 hexadecimal digits, of which two are fixed. Node.js pre-generates UUIDs, which is faster than `randomBytes`. */
const drawId = (): string => randomUUID().replaceAll('-', '');

/** Continues a W3C trace with a new span, or starts one. */
export const nextTraceparent = (incoming: string | undefined): string => {
  const span = drawId().slice(0, 16);
  const match = incoming === undefined ? null : pattern.exec(incoming);
  if (match && !/^0+$/.test(match[1] ?? '')) return `00-${match[1]}-${span}-${match[3]}`;
  return `00-${drawId()}-${span}-01`;
};
