import { describe, expect, it } from 'vitest';
import { readCsv } from './read-csv';

describe('readCsv', () => {
  it('keeps letters, quotes and line breaks at the borders of pieces', async () => {
    const cells = Array.from({ length: 60_000 }, (_, index) => [`ż${index}`, `"ó";\r\n${index}`]);
    const text = cells
      .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
      .join('\r\n');
    const read: string[][] = [];
    for await (const { rows } of readCsv(new Blob([text]), { encoding: 'utf-8', delimiter: ';' }))
      read.push(...rows);
    expect(read.length).toBe(cells.length);
    expect(read.findIndex((row, index) => row.join() !== cells[index]?.join())).toBe(-1);
  });
});
