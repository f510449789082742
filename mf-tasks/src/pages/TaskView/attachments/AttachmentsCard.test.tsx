import type { Attachment } from '@obieg/contracts';
import { useNotices } from '@obieg/web-kit';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { cleanup, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { respondWithTask } from '../../../task/test-support';
import { buildTask, openRemote } from '../../../test-support';

const attachment = (id: number, more: Partial<Attachment> = {}): Attachment => ({
  id,
  originalFilename: `plik-${id}.txt`,
  mimeType: 'text/plain',
  fileSize: 1536,
  uploadedAt: '2026-11-20T10:00:00.000Z',
  uploadedByEmail: 'olga@acme.test',
  ...more,
});

/** Fakes the API of a task that stores its uploads. */
const fakeTaskApi = (attachments: Attachment[], more: FakeRoutes = {}): FakeRoutes => {
  const stored = [...attachments];
  return {
    'GET /api/tasks/:id': (request) => respondWithTask(buildTask({ attachments: [...stored] }))(request),
    'POST /api/tasks/:id/attachments': ({ body }) => {
      const file = (body as FormData).get('file') as File;
      const added = attachment(stored.length + 1, { originalFilename: file.name });
      stored.push(added);
      return { status: 201, body: { success: true, message: '', attachment: added } };
    },
    ...more,
  };
};
const card = () => screen.findByRole('region', { name: 'Załączniki' });
const open = async (routes: FakeRoutes, permissions?: Parameters<typeof openRemote>[2]) => {
  const page = await openRemote('/task/123456789012', routes, permissions);
  return { ...page, card: await card() };
};
const member = ['hasBasePermission'] as Parameters<typeof openRemote>[2];
const chooseFiles = (inside: HTMLElement, ...files: File[]): void => {
  const input = inside.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files } });
};

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () =>
    Promise.all([
      import('../TaskViewPage'),
      import('./PreviewDialog'),
      import('./DeleteAttachment'),
      import('./UploadArea'),
    ]),
  60_000,
);
afterEach(() => {
  cleanup();
  signOutForTest();
});

describe('camera (spec 3 §9)', () => {
  const stop = vi.fn();
  const stream = () => Object.assign(new MediaStream(), { getTracks: () => [{ stop }] });
  const getUserMedia = vi.fn(async () => stream());
  beforeEach(() => {
    stop.mockClear();
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  });
  afterEach(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));

  it('focuses the photo button when the video starts, and the camera button on close', async () => {
    const { card } = await open(fakeTaskApi([]), member);
    const opener = await within(card).findByRole('button', { name: 'Zrób zdjęcie' });
    await userEvent.click(opener);
    const dialog = await screen.findByRole('dialog');
    const take = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Zrób zdjęcie' });
    expect(take.disabled).toBe(true);
    fireEvent.loadedData(within(dialog).getByLabelText(/./, { selector: 'video' }));
    await waitFor(() => expect(document.activeElement).toBe(take));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Anuluj' }));
    await waitFor(() => expect(document.activeElement).toBe(opener));
    expect(stop).toHaveBeenCalled();
  });

  it('stops the camera when the page unmounts', async () => {
    const { card, unmount } = await open(fakeTaskApi([]), member);
    await userEvent.click(await within(card).findByRole('button', { name: 'Zrób zdjęcie' }));
    await screen.findByRole('dialog');
    expect(stop).not.toHaveBeenCalled();
    unmount();
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('stops a camera that is permitted after the page has unmounted', async () => {
    let allow = () => {};
    getUserMedia.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          allow = () => resolve(stream());
        }),
    );
    const { card, unmount } = await open(fakeTaskApi([]), member);
    await userEvent.click(await within(card).findByRole('button', { name: 'Zrób zdjęcie' }));
    unmount();
    allow();
    await waitFor(() => expect(stop).toHaveBeenCalledTimes(1));
  });
});

describe('attachments (spec 3 §2)', () => {
  it('lists name, size, date and uploader', async () => {
    const { card } = await open(fakeTaskApi([attachment(1), attachment(2, { uploadedByEmail: null })]));
    const rows = within(card).getAllByRole('listitem');
    expect(rows[0]?.textContent).toMatch(/plik-1\.txt1\.5 KB20\.11\.2026 \d\d:00olga@acme\.test/);
    expect(within(card).getByRole('button', { name: 'Pobierz plik-2.txt' })).toBeTruthy();
  });

  it('shows members the name of the uploader, with the address beside it', async () => {
    const { card } = await open(fakeTaskApi([attachment(1, { uploadedByName: 'Olga Lis' })]), member);
    expect(within(card).getByRole('listitem').textContent).toMatch(/ \d\d:00Olga Lis olga@acme\.test/);
  });

  it('collapses the middle of a long list, shows new files and expands on request', async () => {
    const many = Array.from({ length: 30 }, (_, index) => attachment(index + 1));
    const { card } = await open(fakeTaskApi(many), member);
    const names = () => within(card).getAllByText(/^plik-\d+\.txt$|^nowy\.txt$/);
    const shown = () => names().map(({ textContent }) => textContent);
    expect(shown()).toEqual(['plik-1.txt', 'plik-30.txt']);
    chooseFiles(card, new File(['x'], 'nowy.txt'));
    await within(card).findByText('nowy.txt');
    await waitFor(() => expect(shown()).toEqual(['plik-1.txt', 'plik-30.txt', 'nowy.txt']));
    await userEvent.click(within(card).getByRole('button', { name: 'Pokaż wszystkie (31)' }));
    expect(shown()).toHaveLength(31);
    expect(document.activeElement?.textContent).toContain('plik-2.txt');
  });

  it('shows all of three files', async () => {
    const { card } = await open(fakeTaskApi(Array.from({ length: 3 }, (_, index) => attachment(index + 1))));
    expect(within(card).getAllByRole('listitem')).toHaveLength(3);
  });

  it('hides the upload buttons from visitors, and from reporters on tasks of others', async () => {
    const visitor = await open(fakeTaskApi([]));
    expect(visitor.card.textContent).toContain('Brak załączników');
    expect(within(visitor.card).queryByRole('button', { name: 'Wybierz pliki' })).toBeNull();
    cleanup();
    const reporter = await open(fakeTaskApi([]), []);
    expect(within(reporter.card).queryByRole('button', { name: 'Wybierz pliki' })).toBeNull();
  });

  it('shows the upload buttons to the author, also if the email is masked', async () => {
    const task = buildTask({ view: 'author', createdBy: 'o***@acme.test' });
    const { card } = await open(fakeTaskApi([], { 'GET /api/tasks/:id': respondWithTask(task) }), []);
    within(card).getByRole('button', { name: 'Wybierz pliki' });
  });

  it('shows a hint instead of the camera button without a camera interface', async () => {
    const { card } = await open(fakeTaskApi([]), member);
    expect(card.textContent).toContain('Aparat niedostępny (wymagane HTTPS)');
    expect(within(card).queryByRole('button', { name: 'Zrób zdjęcie' })).toBeNull();
  });

  it('highlights the card while files are dragged, even if the element below disappears', async () => {
    const { card } = await open(fakeTaskApi([]), member);
    chooseFiles(card, new File([], 'pusty.txt'));
    await within(card).findByText(/^Przeciągnij pliki/);
    const isHighlighted = () => card.querySelector('[data-over]') !== null;
    const files = { dataTransfer: { types: ['Files'], files: [] } };
    fireEvent.dragEnter(card, files);
    const row = (await within(card).findByText('pusty.txt')).closest('li') as HTMLElement;
    fireEvent.dragEnter(row, files);
    fireEvent.dragLeave(card, files);
    await userEvent.click(within(row).getByRole('button', { name: 'Usuń z listy: pusty.txt' }));
    fireEvent.dragEnter(card, files);
    fireEvent.dragEnter(card, files);
    expect(isHighlighted()).toBe(true);
    fireEvent.dragLeave(card, files);
    expect(isHighlighted()).toBe(false);
  });

  it('focuses the file button after removing an upload', async () => {
    const { card } = await open(fakeTaskApi([]), member);
    chooseFiles(card, new File([], 'pusty.txt'));
    await userEvent.click(await within(card).findByRole('button', { name: 'Usuń z listy: pusty.txt' }));
    expect(document.activeElement).toBe(within(card).getByRole('button', { name: 'Wybierz pliki' }));
  });

  it('lists uploaded files and sends a different idempotency key for each', async () => {
    const { card, api } = await open(fakeTaskApi([]), member);
    chooseFiles(card, new File(['x'], 'a.txt'), new File(['y'], 'b.txt'));
    await waitFor(() => expect(within(card).getAllByRole('listitem')).toHaveLength(2));
    expect(within(card).queryByRole('list', { name: 'Przesyłane pliki' })).toBeNull();
    const keys = api.requests
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/attachments'))
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
  });

  it('shows the reason of a rejected upload and a retry only for temporary errors', async () => {
    const responses = [
      problemResponse(415, 'UNSUPPORTED_MEDIA_TYPE', 'Zawartość się nie zgadza.'),
      problemResponse(503, 'UNAVAILABLE', 'Please try again.'),
    ];
    const { card, api } = await open(
      fakeTaskApi([], {
        'POST /api/tasks/:id/attachments': () => responses.shift() ?? { status: 500 },
      }),
      member,
    );
    chooseFiles(card, new File(['x'], 'a.png'), new File(['y'], 'b.txt'));
    const first = await within(card).findByText(/Błąd podczas przesyłania pliku: Zawartość się nie zgadza\./);
    expect(within(first.closest('li') as HTMLElement).queryByRole('button', { name: /Spróbuj/ })).toBeNull();
    await within(card).findByText(
      'Błąd podczas przesyłania pliku: Usługa jest chwilowo niedostępna. Spróbuj ponownie.',
    );
    const retry = await within(card).findByRole('button', { name: 'Spróbuj ponownie: b.txt' });
    const readKey = (index: number) =>
      api.requests.filter(({ path }) => path.endsWith('/attachments'))[index]?.headers['idempotency-key'];
    await userEvent.click(retry);
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/: b\.txt$/);
    await within(card).findByText('Błąd podczas przesyłania pliku');
    expect(readKey(2)).toBe(readKey(1));
  });

  it('says once what was attached, however many files were chosen', async () => {
    const { card } = await open(fakeTaskApi([]), member);
    const notices = renderHook(() => useNotices()).result;
    const files = Array.from({ length: 6 }, (_, index) => new File(['x'], `plik-${index}.txt`));
    await within(card).findByRole('button', { name: 'Wybierz pliki' });
    chooseFiles(card, ...files);
    await waitFor(() => expect(notices.current.map(({ text }) => text)).toEqual(['Dodano 6 plików']));
    chooseFiles(card, new File(['x'], 'umowa.txt'));
    await waitFor(() => expect(notices.current.at(-1)?.text).toBe('Dodano plik umowa.txt'));
  });

  it('shows the message of a response with success false', async () => {
    const { card } = await open(
      fakeTaskApi([], {
        'POST /api/tasks/:id/attachments': () => ({ body: { success: false, message: 'Brak miejsca.' } }),
      }),
      member,
    );
    chooseFiles(card, new File(['x'], 'a.txt'));
    await within(card).findByText('Błąd podczas przesyłania pliku: Brak miejsca.');
    expect(renderHook(() => useNotices()).result.current).toEqual([]);
  });

  it('shows the error message of a failed download', async () => {
    const body = { code: 'NOT_FOUND', message: 'Nie znaleziono pliku.' };
    const { card } = await open(
      fakeTaskApi([attachment(1)], {
        'GET /api/tasks/:id/attachments/:attachment/download': () => ({ status: 404, body }),
      }),
    );
    await userEvent.click(within(card).getByRole('button', { name: 'Pobierz plik-1.txt' }));
    await within(card).findByText('Błąd podczas pobierania pliku: Nie znaleziono pliku.');
  });

  it('retries loading a failed preview', async () => {
    const picture = attachment(1, { originalFilename: 'zdjęcie.png', mimeType: 'image/png' });
    const { card, api } = await open(
      fakeTaskApi([picture], {
        'GET /api/tasks/:id/attachments/:attachment/download': () => ({ status: 404 }),
      }),
    );
    await userEvent.click(within(card).getByRole('button', { name: 'zdjęcie.png' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'zdjęcie.png' }));
    const countDownloads = () => api.requests.filter(({ path }) => path.endsWith('/download')).length;
    await dialog.findByText('Błąd podczas pobierania pliku');
    const before = countDownloads();
    await userEvent.click(dialog.getByRole('button', { name: 'Spróbuj ponownie' }));
    await waitFor(() => expect(countDownloads()).toBeGreaterThan(before));
  });

  it('moves the focus to the other arrow button at the first and last preview', async () => {
    const files = ['a.png', 'b.png'].map((originalFilename, index) =>
      attachment(index + 1, { originalFilename, mimeType: 'image/png' }),
    );
    const { card } = await open(
      fakeTaskApi(files, {
        'GET /api/tasks/:id/attachments/:attachment/download': () => ({ body: new Blob(['x']) }),
      }),
    );
    await userEvent.click(within(card).getByRole('button', { name: 'a.png' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'a.png' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Następny plik' }));
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Poprzedni plik' }));
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Następny plik' }));
  });

  const openImage = async (sizes: { naturalWidth: number; naturalHeight: number }) => {
    const picture = attachment(1, { originalFilename: 'rolka.png', mimeType: 'image/png' });
    for (const [name, value] of Object.entries(sizes))
      vi.spyOn(HTMLImageElement.prototype, name as 'naturalWidth', 'get').mockReturnValue(value);
    for (const name of ['clientWidth', 'clientHeight'] as const)
      vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(600);
    const { card } = await open(
      fakeTaskApi([picture], {
        'GET /api/tasks/:id/attachments/:attachment/download': () => ({ body: new Blob(['x']) }),
      }),
    );
    await userEvent.click(within(card).getByRole('button', { name: 'rolka.png' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'rolka.png' }));
    fireEvent.load(await dialog.findByRole('img', { name: 'rolka.png' }));
    return dialog;
  };

  it('shows a wide image completely and enlarges it on request', async () => {
    const dialog = await openImage({ naturalWidth: 8000, naturalHeight: 400 });
    const enlarge = await dialog.findByRole('button', { name: 'Powiększ' });
    expect(dialog.queryByRole('region', { name: 'rolka.png' })).toBeNull();
    await userEvent.click(enlarge);
    expect(dialog.getByRole('region', { name: 'rolka.png' }).dataset['shape']).toBe('wide');
    vi.restoreAllMocks();
  });

  it('shows a tall image enlarged and scrollable, and completely on request', async () => {
    const dialog = await openImage({ naturalWidth: 400, naturalHeight: 8000 });
    const scroller = dialog.getByRole('region', { name: 'rolka.png' });
    expect([scroller.tabIndex, scroller.dataset['shape']]).toEqual([0, 'tall']);
    dialog.getByRole('button', { name: 'Pokaż w całości' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(dialog.queryByRole('region', { name: 'rolka.png' })).toBeNull();
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Powiększ' }));
    vi.restoreAllMocks();
  });
});

describe('a task with the maximum number of files', () => {
  it('disables the upload with the reason', async () => {
    const { card } = await open(
      fakeTaskApi(Array.from({ length: 50 }, (_, index) => attachment(index + 1))),
      member,
    );
    const button = await within(card).findByRole('button', {
      name: 'Wybierz pliki',
      description: 'Zadanie ma już najwięcej plików, ile może mieć (50).',
    });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('deletion of an attachment', () => {
  const deletePath = 'DELETE /api/tasks/:id/attachments/:attachmentId';
  const confirm = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Usuń ${name}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Usunąć plik?' }));
    dialog.getByText(`Plik ${name} zostanie usunięty z zadania na stałe.`);
    await userEvent.click(dialog.getByRole('button', { name: 'Usuń plik' }));
    return dialog;
  };

  it('is offered only for files that the server lets the caller delete', async () => {
    await open(fakeTaskApi([attachment(1), attachment(2, { canDelete: true })]), member);
    await screen.findByRole('button', { name: 'Usuń plik-2.txt' });
    expect(screen.queryByRole('button', { name: 'Usuń plik-1.txt' })).toBeNull();
  });

  it.each([
    ['deletes the file', () => ({ status: 204 })],
    ['treats a file that another user has deleted as deleted', () => problemResponse(404, 'NOT_FOUND')],
  ])('%s after a confirmation and keeps the focus nearby', async (_, respond) => {
    const { api, card } = await open(fakeTaskApi([attachment(1, { canDelete: true })]), member);
    api.respond({ [deletePath]: respond });
    const notices = renderHook(() => useNotices()).result;
    api.respond({ 'GET /api/tasks/:id': respondWithTask(buildTask()) });
    await confirm('plik-1.txt');
    await within(card).findByText('Brak załączników');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(notices.current.map(({ text }) => text)).toEqual(['Usunięto plik plik-1.txt']);
    expect(api.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/api/tasks/123456789012/attachments/1',
    ]);
    await waitFor(() => expect(card.contains(document.activeElement)).toBe(true));
  });

  it('keeps the file and shows the reason after a failure', async () => {
    const { card } = await open(
      fakeTaskApi([attachment(1, { canDelete: true })], {
        [deletePath]: () => problemResponse(403, 'FORBIDDEN', 'Nie wolno.'),
      }),
      member,
    );
    const dialog = await confirm('plik-1.txt');
    await dialog.findByText('Nie udało się usunąć pliku: Nie wolno.');
    within(card).getByText('plik-1.txt');
  });
});
