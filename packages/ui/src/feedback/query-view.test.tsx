import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { UiProvider } from '../provider/UiProvider';
import { QueryView, type QueryViewProps, type ViewedQuery } from './QueryView';
import { SkeletonLines } from './Skeletons';

const show = (
  query: Partial<ViewedQuery<string | null>>,
  failure: QueryViewProps<unknown>['failure'] = 'Nie udało się',
) =>
  render(
    <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
      <QueryView
        query={{ data: undefined, error: null, isFetching: false, refetch: () => undefined, ...query }}
        failure={failure}
        skeleton={<SkeletonLines />}
      >
        {(data) => <p>Dane: {data ?? 'brak'}</p>}
      </QueryView>
    </UiProvider>,
  );

describe('QueryView', () => {
  it('shows the skeleton while the query loads', () => {
    show({ isFetching: true });
    expect(screen.getByRole('status').getAttribute('aria-busy')).toBe('true');
  });

  it.each(['tekst', null])('shows the data %s, even if a refetch failed', (data) => {
    show({ data, error: new Error('refetch') });
    screen.getByText(`Dane: ${data ?? 'brak'}`);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows the failure with the request id and a retry button', async () => {
    const refetch = vi.fn();
    show({ error: Object.assign(new Error('down'), { requestId: 'req-1' }), refetch });
    screen.getByText('Nie udało się');
    screen.getByText('req-1');
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('renders the given failure instead of the panel', () => {
    show({ error: new Error('gone') }, (error) => <p>{String(error)}</p>);
    screen.getByText('Error: gone');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
