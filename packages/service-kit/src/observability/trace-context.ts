import { randomUUID } from 'node:crypto';

const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns 32 hexadecimal digits. Uses a UUID because Node.js pre-generates them, which is faster than `randomBytes`. */
const createTraceId = (): string => randomUUID().replaceAll('-', '');

/** Continues a W3C trace with a new span, or starts one. */
export const nextTraceparent = (incoming: string | undefined): string => {
  const span = createTraceId().slice(0, 16);
  const match = incoming === undefined ? null : pattern.exec(incoming);
  if (match && !/^0+$/.test(match[1] ?? '')) return `00-${match[1]}-${span}-${match[3]}`;
  return `00-${createTraceId()}-${span}-01`;
};
