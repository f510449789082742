import { keepDraft } from '@obieg/web-kit';
import { signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildTask, openRemote } from '../../../test-support';
import { readEditDraft } from './edit-draft';
import { editDraftKey } from './edit-draft-key';
import { toEditValues } from './edit-values';
import { address, field, openAs, replaceText, startEditing, startFakeServer, submit } from './test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(() => Promise.all([import('../TaskViewPage'), import('./EditTask')]), 60_000);
afterEach(signOutForTest);

describe('edit draft', () => {
  it('is restored after a reload with a notice and can be discarded', async () => {
    const server = startFakeServer();
    const first = await openAs(server.routes);
    await startEditing();
    await replaceText('Tytuł', 'Szkic tytułu');
    first.unmount();
    await openAs(server.routes);
    await screen.findByText(/Przywrócono niezapisany szkic/);
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Szkic tytułu');
    await userEvent.click(screen.getByRole('button', { name: 'Odrzuć szkic' }));
    expect((field('Tytuł') as HTMLInputElement).value).toBe('Nie działa drukarka');
    expect(document.activeElement).toBe(field('Tytuł'));
    await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('Szkic tytułu'));
  });

  it('keeps its base version, so a later change is a conflict', async () => {
    const server = startFakeServer();
    const first = await openAs(server.routes);
    await startEditing();
    await replaceText('Tytuł', 'Szkic tytułu');
    first.unmount();
    server.save({ title: 'Cudzy tytuł' });
    await openAs(server.routes);
    await screen.findByText('Ktoś inny zapisał to zadanie w międzyczasie.');
  });

  it('is hidden from other users and deleted after saving', async () => {
    const server = startFakeServer();
    const first = await openAs(server.routes);
    await startEditing();
    await replaceText('Tytuł', 'Szkic tytułu');
    first.unmount();
    signInAs({ email: 'anna@acme.test' });
    const second = await openRemote(address, server.routes, undefined);
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    expect(screen.queryByDisplayValue('Szkic tytułu')).toBeNull();
    second.unmount();
    await openAs(server.routes);
    await screen.findByDisplayValue('Szkic tytułu');
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Szkic tytułu' });
    expect(JSON.stringify(localStorage)).not.toContain('task-edit');
  });

  it('asks for confirmation before leaving and before discarding', async () => {
    const { currentAddress } = await openAs(startFakeServer().routes);
    await startEditing();
    await replaceText('Tytuł', 'Szkic tytułu');
    await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('dialog', { name: 'Zmiany nie zostały zapisane' });
    await userEvent.click(screen.getByRole('button', { name: 'Zostań' }));
    expect(currentAddress()).toBe(address);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    const dialog = await screen.findByRole('dialog', { name: 'Odrzucić zmiany?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Odrzuć zmiany' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Edycja zadania' })).toBeNull());
    expect(JSON.stringify(localStorage)).not.toContain('Szkic tytułu');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edytuj'));
  });

  it('of an earlier release is kept, with later texts empty', () => {
    signInAs();
    const { description: _, ...values } = toEditValues(buildTask({ title: 'Szkic tytułu' }));
    keepDraft(editDraftKey(7), { base: { values }, values, comment: '' });
    expect(readEditDraft(7)?.values).toMatchObject({ title: 'Szkic tytułu', description: '' });
  });
});
