import { describe, expect, it } from 'vitest';
import { suggestName } from './suggest-name';

describe('suggestName', () => {
  it.each([
    ['Czego dotyczy zgłoszenie?', 'czego_dotyczy_zgloszenie'],
    ['  Żółć – „é” 2 ', 'zolc_e_2'],
    ['Pod jakim adresem znajduje się uszkodzona latarnia?', 'pod_jakim_adresem_znajduje_sie'],
    ['x'.repeat(60), 'x'.repeat(40)],
    ['?', ''],
    ['A', ''],
    ['', ''],
  ])('suggests for %s: %s', (displayName, name) => {
    expect(suggestName(displayName, [])).toBe(name);
  });

  it('numbers a name that is taken, ignoring case', () => {
    expect(suggestName('Model', ['MODEL', 'model_2'])).toBe('model_3');
  });
});
