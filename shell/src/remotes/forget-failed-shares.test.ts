import { createInstance } from '@module-federation/enhanced/runtime';
import { describe, expect, it } from 'vitest';
import { forgetFailedShares } from './forget-failed-shares';

describe('forgetFailedShares', () => {
  it('loads a shared module again that failed to load', async () => {
    let isDown = true;
    const host = createInstance({
      name: 'host',
      remotes: [],
      plugins: [forgetFailedShares],
      shared: {
        overlays: {
          version: '1.0.0',
          scope: 'default',
          get: async () => {
            if (isDown) throw new Error('Loading chunk failed');
            return () => 'overlays';
          },
        },
      },
    });
    await expect(host.loadShare('overlays')).rejects.toThrow('Loading chunk failed');
    isDown = false;
    const factory = (await host.loadShare<string>('overlays')) as () => string;
    expect(factory()).toBe('overlays');
  });
});
