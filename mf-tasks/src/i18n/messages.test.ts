import { afterEach, describe, expect, it, vi } from 'vitest';
import { withOnDemandMessages } from './messages';

afterEach(() => vi.restoreAllMocks());

describe('withOnDemandMessages', () => {
  it('returns the code when the texts have arrived', async () => {
    expect(await withOnDemandMessages(Promise.resolve('code'))).toBe('code');
  });

  it('rejects at once if the code is lost, also while the texts load', async () => {
    const lost = Promise.reject(new Error('Loading chunk list failed'));
    const handle = vi.spyOn(lost, 'then');
    const loading = withOnDemandMessages(lost);
    // Otherwise the browser reports an unhandled rejection.
    expect(handle).toHaveBeenCalled();
    await expect(loading).rejects.toThrow('Loading chunk list failed');
  });
});
