import { describe, expect, it } from 'vitest';
import { readCsvCell, toCsvLine } from './csv';

describe('readCsvCell', () => {
  it.each(['=1+1', ' +48 600', '-5', '@now', '\tx', "'quoted'", 'O’Brien', ''])(
    'reads what toCsvLine writes for %j',
    (text) => {
      const quoted = toCsvLine([text]).trimEnd().slice(1, -1);
      expect(readCsvCell(quoted)).toBe(text);
    },
  );
});
