import type { Target } from '@obieg/contracts';
import { signOutForTest } from '@obieg/web-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTargets } from '../../targets/targets.builders';
import { getRequests, setTimeZone } from '../../test-support';

beforeAll(() => import('./TargetListPage'), 60_000);
afterEach(signOutForTest);

describe('/targets', () => {
  it('lists the targets as sentences in their order', async () => {
    await openTargets('/targets');
    const list = await screen.findByRole('list', { name: 'Targets' });
    const texts = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(texts[0]).toContain(
      'Within 1 h (Biuro) from when the task is created until its author gets the first reply.',
    );
    expect(texts[1]).toContain('Pauses in “W toku”.');
    expect(texts[2]).toContain('Within 1 h 30 min (Biuro) from when the task enters “W toku” until');
    expect(texts[2]).toContain('Drukarka');
  });

  it('saves the numbers that a move changes', async () => {
    const { api } = await openTargets('/targets', { 'PUT /api/targets/:id': ({ body }) => ({ body }) });
    await screen.findByRole('list', { name: 'Targets' });
    await userEvent.click(
      screen.getAllByRole('button', { name: 'Move up: Pierwsza odpowiedź' })[1] as HTMLElement,
    );
    await waitFor(() => expect(getRequests(api, 'PUT')).toHaveLength(2));
    expect(
      getRequests(api, 'PUT').map(({ path, body, headers }) => [
        path,
        (body as Target).sortOrder,
        headers['if-match'],
      ]),
    ).toEqual([
      ['/api/targets/1', 0, '"1"'],
      ['/api/targets/0', 1, '"1"'],
    ]);
  });

  it('says which target of each measure a task would have, and when it ends', async () => {
    setTimeZone('Europe/Warsaw');
    await openTargets('/targets');
    fireEvent.change(await screen.findByLabelText('Created at'), { target: { value: '2026-11-10T14:00' } });
    const results = () =>
      screen.getByRole('list', { name: 'Targets of this task' }).textContent?.replaceAll(/\s+/g, ' ');
    expect(results()).toMatch(/Pierwsza odpowiedź: 4 h, 12\.11\.2026/);
    expect(results()).not.toMatch(/Rozwiązanie/);
    await userEvent.selectOptions(screen.getByLabelText('Priority'), 'HIGHEST');
    expect(results()).toMatch(/Pierwsza odpowiedź: 1 h, 10\.11\.2026/);
    await userEvent.selectOptions(screen.getByLabelText(/^Sprzęt/), 'Drukarka');
    expect(results()).toMatch(/Rozwiązanie: 1 h 30 min, 12\.11\.2026/);
  });
});
