/** Value at a JSON pointer (RFC 6901). @returns undefined if there is none */
export const readPointer = (value: unknown, pointer: string): unknown => {
  let current = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
};
