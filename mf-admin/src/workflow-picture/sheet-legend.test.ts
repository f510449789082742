import { describe, expect, it } from 'vitest';
import { listLegend, placeLegend } from './sheet-legend';

describe('the legend of a sheet', () => {
  const legend = listLegend((key) => key);

  it('names every sign once', () => {
    expect(legend).toHaveLength(13);
    expect(new Set(legend.map(({ text }) => text)).size).toBe(13);
  });

  it('continues in further lines, without cutting an entry off', () => {
    const { entries, height } = placeLegend(legend, 300, () => 100);
    for (const { x } of entries) expect(x + 122).toBeLessThanOrEqual(300);
    expect(new Set(entries.map(({ x, y }) => `${x},${y}`)).size).toBe(13);
    expect(height).toBe(7 * 26);
  });
});
