import { signOutForTest } from '@obieg/web-kit/testing';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openRemote } from '../../test-support';
import { click, questionnaire } from './test-support';

afterEach(signOutForTest);

/** Opens `/submit-task` a second time in the tab, which keeps the state of the history entry. */
describe('second visit of /submit-task at the same history entry', () => {
  it('begins with the first question, also if the page is mounted twice', async () => {
    const first = await openRemote('/submit-task', questionnaire());
    await click('Sprzęt');
    await screen.findByRole('textbox', { name: 'Ile sztuk?' });
    const entry = first.currentLocation();
    first.unmount();

    vi.resetModules();
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      { type: 'navigate' } as unknown as PerformanceEntry,
    ]);
    const fresh = (await import('../../test-support')).openRemote;
    for (const mount of ['first', 'second']) {
      const page = await fresh(entry, questionnaire());
      await screen.findByRole('heading', { name: 'Czego dotyczy?' });
      expect(screen.queryByRole('textbox'), mount).toBeNull();
      page.unmount();
    }
  });
});
