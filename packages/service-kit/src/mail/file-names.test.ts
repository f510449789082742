import { describe, expect, it } from 'vitest';
import { presentFileNames } from './file-names';

const hidden = '\u2060';

describe('presentFileNames', () => {
  it.each([
    ['skan.pdf', `skan.${hidden}pdf`],
    ['zła.com: wejdź.pdf', `zła.${hidden}com:${hidden} wejdź.${hidden}pdf`],
    ['jan@zła.com.txt', `jan@${hidden}zła.${hidden}com.${hidden}txt`],
    ['a\u2028b\u202ec.png', `a bc.${hidden}png`],
  ])('shows %j without anything that could become a link', (name, shown) => {
    expect(presentFileNames([name])).toEqual([shown]);
  });

  it('shortens a long name and keeps its extension', () => {
    const [shown = ''] = presentFileNames([`${'ż'.repeat(240)}.docx`]);
    expect(shown).toMatch(/^ż{49}…ż{5}\.\u2060docx$/);
    const present = (length: number) => presentFileNames([`${'ż'.repeat(length - 4)}.pdf`]);
    expect(present(60)).toEqual([`${'ż'.repeat(56)}.${hidden}pdf`]);
    expect(present(61)).toEqual([`${'ż'.repeat(49)}…${'ż'.repeat(6)}.${hidden}pdf`]);
  });
});
