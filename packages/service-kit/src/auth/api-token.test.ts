import { apiTokenPattern } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { generateApiToken, hasApiToken, readApiToken } from './api-token';

describe('an API token', () => {
  it('has the documented shape and differs each time', () => {
    const tokens = Array.from({ length: 200 }, generateApiToken);
    for (const token of tokens) expect(token).toMatch(apiTokenPattern);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('is read from an Authorization header', () => {
    const token = generateApiToken();
    expect(readApiToken(`Bearer ${token}`)).toBe(token);
    expect(readApiToken(`bearer ${token}`)).toBe(token);
  });

  it('with one changed character is none', () => {
    const token = generateApiToken();
    for (let index = 4; index < token.length; index++) {
      const changed = `${token.slice(0, index)}${token[index] === 'a' ? 'b' : 'a'}${token.slice(index + 1)}`;
      expect(readApiToken(`Bearer ${changed}`), changed).toBeUndefined();
    }
  });

  it.each(['', 'Bearer ', 'Bearer obg_', `Basic ${generateApiToken()}`, `Bearer ${generateApiToken()} `])(
    'is not read from %j',
    (authorization) => {
      expect(readApiToken(authorization)).toBeUndefined();
    },
  );

  it('is recognized before its checksum is known', () => {
    expect(hasApiToken('Bearer obg_x')).toBe(true);
    expect(hasApiToken('Bearer eyJ.eyJ.x')).toBe(false);
    expect(hasApiToken('')).toBe(false);
  });
});
