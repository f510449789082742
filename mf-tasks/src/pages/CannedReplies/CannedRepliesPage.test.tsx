import type { CannedReply } from '@obieg/contracts';
import { type FakeRequest, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';

afterEach(signOutForTest);

const thanks: CannedReply = {
  id: 1,
  name: 'Podziękowanie',
  content: 'Dziękujemy za zgłoszenie {{task.number}}.',
  updatedAt: '2026-11-27T09:00:00.000Z',
  revision: 3,
};

const open = async (replies: CannedReply[] = [thanks], routes = {}, isOperator = true) => {
  const page = await openRemote(
    '/canned-replies',
    { 'GET /api/canned-replies': () => ({ body: { success: true, replies } }), ...routes },
    isOperator ? ['hasBasePermission', 'hasOperatorPermission'] : ['hasBasePermission'],
  );
  await screen.findByRole('heading', { name: 'Szablony odpowiedzi' });
  return page;
};
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const findDialog = async () => within(await screen.findByRole('dialog'));
const findRequest = (api: Awaited<ReturnType<typeof open>>['api'], method: string) =>
  api.requests.find((request) => request.method === method);

describe('/canned-replies', () => {
  it('adds a reply with a placeholder at the cursor', async () => {
    const { api } = await open([], {
      'POST /api/canned-replies': () => ({
        status: 201,
        body: { success: true, message: '', reply: thanks },
      }),
    });
    await screen.findByText('Nie ma szablonów odpowiedzi.');
    const [add] = screen.getAllByRole('button', { name: 'Dodaj szablon' });
    await userEvent.click(add as HTMLElement);
    const dialog = await findDialog();
    await userEvent.type(dialog.getByLabelText('Nazwa'), 'Podziękowanie');
    await userEvent.type(dialog.getByLabelText('Treść'), 'Numer: .');
    const area = dialog.getByLabelText<HTMLTextAreaElement>('Treść');
    area.setSelectionRange(7, 7);
    await click('Numer zadania');
    expect(area.value).toBe('Numer: {{task.number}}.');
    await click('Zapisz szablon');
    await waitFor(() =>
      expect(findRequest(api, 'POST')?.body).toEqual({
        name: 'Podziękowanie',
        content: 'Numer: {{task.number}}.',
      }),
    );
    expect(findRequest(api, 'POST')?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('refuses an unknown placeholder and blank fields without a call', async () => {
    const { api } = await open();
    await click('Edytuj: Podziękowanie');
    const dialog = await findDialog();
    await userEvent.clear(dialog.getByLabelText('Nazwa'));
    await userEvent.type(dialog.getByLabelText('Treść'), ' {{{{hasło}}');
    await click('Zapisz szablon');
    await dialog.findByText('Nazwa jest wymagana');
    dialog.getByText('Nieznane pole: {{hasło}}');
    await userEvent.clear(dialog.getByLabelText('Treść'));
    await click('Zapisz szablon');
    await dialog.findByText('Treść jest wymagana');
    expect(findRequest(api, 'PUT')).toBeUndefined();
  });

  describe('that another operator saves first', () => {
    const openEdit = async () => {
      let saved = thanks;
      const saveElsewhere = (changes: Partial<CannedReply>): void => {
        saved = { ...saved, ...changes, revision: saved.revision + 1 };
      };
      const refusal = problemResponse(412, 'PRECONDITION_FAILED', 'Zapisano.');
      const lastChange = { at: '2026-11-29T09:12:00.000Z', authorName: 'Anna Kowalska' };
      await open([], {
        'GET /api/canned-replies': () => ({ body: { success: true, replies: [saved] } }),
        'PUT /api/canned-replies/:id': ({ body, headers }: FakeRequest) => {
          if (headers['if-match'] !== `"${saved.revision}"`)
            return { ...refusal, body: { ...(refusal.body as object), lastChange } };
          saveElsewhere(body as Partial<CannedReply>);
          return { body: { success: true, message: '', reply: saved } };
        },
      });
      await click('Edytuj: Podziękowanie');
      const dialog = await findDialog();
      return { dialog, saveElsewhere, getSaved: () => saved };
    };

    it('is joined with changes of other fields', async () => {
      const { dialog, saveElsewhere, getSaved } = await openEdit();
      await userEvent.type(dialog.getByLabelText('Nazwa'), ' krótkie');
      saveElsewhere({ content: 'Dziękujemy.' });
      await click('Zapisz szablon');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(getSaved()).toMatchObject({ name: 'Podziękowanie krótkie', content: 'Dziękujemy.' });
    });

    it('shows both values of the same field, and saves the chosen one', async () => {
      const { dialog, saveElsewhere, getSaved } = await openEdit();
      await userEvent.type(dialog.getByLabelText('Nazwa'), ' krótkie');
      saveElsewhere({ name: 'Podziękowania' });
      await click('Zapisz szablon');
      await dialog.findByText(/Autor: Anna Kowalska/);
      dialog.getByRole('radio', { name: 'Twoja wartość Podziękowanie krótkie' });
      await click('Zapisz szablon');
      await dialog.findByText('Wybierz, która wartość ma zostać.');
      await userEvent.click(dialog.getByRole('radio', { name: 'Zapisana wartość Podziękowania' }));
      await click('Zapisz szablon');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(getSaved().name).toBe('Podziękowania');
    });
  });

  it("shows the server's message beside its field", async () => {
    await open([thanks], {
      'PUT /api/canned-replies/:id': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'x', [
          { field: 'content', message: 'Nieznane pola: {{x}}' },
        ]),
    });
    await click('Edytuj: Podziękowanie');
    await click('Zapisz szablon');
    await screen.findByText('Nieznane pola: {{x}}');
    expect(screen.getByLabelText('Treść').getAttribute('aria-invalid')).toBe('true');
  });

  it.each([204, 404])('deletes a reply after a question, status %i', async (status) => {
    const { api } = await open([thanks], {
      'DELETE /api/canned-replies/:id': () =>
        status === 404 ? problemResponse(404, 'NOT_FOUND') : { status },
    });
    await click('Usuń: Podziękowanie');
    const dialog = await findDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Usuń szablon' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(findRequest(api, 'DELETE')?.headers['if-match']).toBe('"3"');
  });

  it('lets other members read only', async () => {
    await open([thanks], {}, false);
    await screen.findByText('Podziękowanie');
    expect(screen.queryByRole('button', { name: /Edytuj|Usuń|Dodaj/ })).toBeNull();
  });

  it('says when there can be no further reply', async () => {
    await open(Array.from({ length: 200 }, (_, index) => ({ ...thanks, id: index + 1, name: `R${index}` })));
    const add = await screen.findByRole('button', { name: /Dodaj szablon/ });
    await waitFor(() => expect(add.getAttribute('aria-disabled')).toBe('true'));
  });

  it('offers a retry after a failure', async () => {
    const { api } = await open([], { 'GET /api/canned-replies': () => problemResponse(503, 'UNAVAILABLE') });
    await screen.findByText('Nie udało się pobrać szablonów.');
    api.respond({ 'GET /api/canned-replies': () => ({ body: { success: true, replies: [thanks] } }) });
    await click('Spróbuj ponownie');
    await screen.findByText('Podziękowanie');
  });
});
