import { describe, expect, it } from 'vitest';
import { createFailureMemory } from './server-failures';

const failure = (code: string): Error => Object.assign(new Error(`error ${code}`), { code });

describe('createFailureMemory', () => {
  it.each(['53100', '53200', '58030'])('remembers %s for fifteen seconds', (code) => {
    let now = 0;
    const memory = createFailureMemory(() => now);
    memory.record(failure(code));
    now = 14_999;
    expect(memory.recent()).toBe(`error ${code}`);
    now = 15_000;
    expect(memory.recent()).toBeUndefined();
  });

  it.each(['53300', '53400', '57014', '57P01', '23505'])('does not remember %s', (code) => {
    const memory = createFailureMemory();
    memory.record(failure(code));
    expect(memory.recent()).toBeUndefined();
  });
});
