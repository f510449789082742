import { uploadSecretHeader } from '@obieg/contracts';
import { type FakeRequest, type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openRemote } from '../../../test-support';
import { click, created, fillDetails, questionnaire, readCreateRequests, reload } from '../test-support';
import { getSubmissionFiles } from './submission-files';

// Load the modules before the first test, which would otherwise time out.
beforeAll(() => Promise.all([import('../SubmitTaskPage'), import('../DetailsForm')]), 60_000);
afterEach(() => {
  cleanup();
  signOutForTest();
});

const secret = 's'.repeat(43);
const uploadRoute = 'POST /api/tasks/new/attachments';

let count = 0;

/** Fakes the storage of files of submissions. */
const fakeUploads = (more: FakeRoutes = {}): FakeRoutes => {
  return {
    ...questionnaire([]),
    ...created({ pendingAttachments: 1, pendingFileNames: ['jeden.txt'] }),
    [uploadRoute]: ({ body }) => {
      const file = (body as FormData).get('file') as File;
      count += 1;
      return {
        status: 201,
        body: {
          success: true,
          message: '',
          attachment: {
            id: `file-${count}`,
            originalFilename: file.name,
            mimeType: 'text/plain',
            fileSize: file.size,
          },
          uploadSecret: secret,
        },
      };
    },
    'DELETE /api/tasks/new/attachments/:id': () => ({ status: 204, body: undefined }),
    ...more,
  };
};
const open = async (routes: FakeRoutes = fakeUploads()) => {
  const page = await openRemote('/submit-task', routes);
  await screen.findByLabelText('Tytuł');
  return page;
};
const text = (name: string) => new File(['Zażółć'], name, { type: 'text/plain' });
const chooseFiles = (...files: File[]): void => {
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, { target: { files } });
};
const listAdded = () =>
  within(screen.getByRole('list', { name: 'Dodane pliki' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const findAdded = (name: string) => screen.findByRole('button', { name: `Usuń plik ${name}` });
const readUploads = (api: { requests: FakeRequest[] }) =>
  api.requests.filter(({ method, path }) => `${method} ${path}` === uploadRoute);
const readSubmitButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Utwórz zadanie' });

describe('files of a submission', () => {
  it('are uploaded with one secret, and the submission names it', async () => {
    const { api } = await open();
    chooseFiles(text('jeden.txt'), text('dwa.txt'), text('trzy.txt'));
    await findAdded('trzy.txt');
    expect(readUploads(api).map(({ headers }) => headers[uploadSecretHeader])).toEqual([
      undefined,
      secret,
      secret,
    ]);
    await fillDetails();
    await click('Utwórz zadanie');
    await screen.findByText(/Dołączony plik czeka, aż potwierdzisz adres jan@poczta.test/);
    expect(readCreateRequests(api)[0]?.body).toMatchObject({ uploadSecret: secret });
    expect(JSON.stringify(sessionStorage)).not.toContain(secret);
  });

  it('offer the verification although the address was verified before', async () => {
    await open(fakeUploads(created({ needsEmailVerification: false, pendingFileNames: ['a.txt', 'b.txt'] })));
    await fillDetails();
    await click('Utwórz zadanie');
    await screen.findByText(/Dołączone pliki \(2\) czekają/);
    screen.getByRole('button', { name: 'Zweryfikuj e-mail' });
  });

  it('are named in the request for a code', async () => {
    const sendCode = 'POST /api/email-verification/send-code';
    const { api } = await open(
      fakeUploads({ [sendCode]: () => ({ body: { success: true, token: 'abc', message: '' } }) }),
    );
    await fillDetails();
    await click('Utwórz zadanie');
    await click('Zweryfikuj e-mail');
    await waitFor(() =>
      expect(api.requests.find(({ path }) => path.endsWith('/send-code'))?.body).toEqual({
        email: 'jan@poczta.test',
        task: { publicTaskId: 123_456_789_012, fileNames: ['jeden.txt'] },
      }),
    );
  });

  it('are not named by a submission after all were removed', async () => {
    const { api } = await open();
    chooseFiles(text('jeden.txt'));
    await userEvent.click(await findAdded('jeden.txt'));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Dodane pliki' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Wybierz pliki' }));
    const removal = api.requests.find(({ method }) => method === 'DELETE');
    expect(removal?.headers[uploadSecretHeader]).toBe(secret);
    await fillDetails();
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
    expect(readCreateRequests(api)[0]?.body).not.toHaveProperty('uploadSecret');
  });

  it('disable the submission until they are uploaded', async () => {
    let release: (response: { status: number; body: unknown }) => void = () => undefined;
    await open(
      fakeUploads({
        [uploadRoute]: () =>
          new Promise((resolve) => {
            release = resolve;
          }),
      }),
    );
    await fillDetails();
    chooseFiles(text('duzy.txt'));
    await screen.findByText('Poczekaj, aż pliki zostaną przesłane.');
    expect(readSubmitButton().disabled).toBe(true);
    screen.getByRole('progressbar', { name: 'Przesyłanie pliku duzy.txt' });
    release({
      status: 201,
      body: {
        success: true,
        message: '',
        attachment: { id: 'a', originalFilename: 'duzy.txt', mimeType: 'text/plain', fileSize: 9 },
        uploadSecret: secret,
      },
    });
    await findAdded('duzy.txt');
    await waitFor(() => expect(readSubmitButton().disabled).toBe(false));
  });

  it('survive a reload', async () => {
    const page = await open();
    chooseFiles(text('jeden.txt'));
    await findAdded('jeden.txt');
    // A reload loses the state in memory, as another draft does.
    getSubmissionFiles('another draft');
    const { api } = await reload(page, fakeUploads());
    await findAdded('jeden.txt');
    expect(listAdded()).toHaveLength(1);
    chooseFiles(text('dwa.txt'));
    await findAdded('dwa.txt');
    expect(readUploads(api)[0]?.headers[uploadSecretHeader]).toBe(secret);
  });

  it('say why a file is rejected, and the next one starts over', async () => {
    const { api } = await open(
      fakeUploads({
        [uploadRoute]: () => problemResponse(409, 'CONFLICT', 'Z tego adresu przesłano zbyt wiele plików.'),
      }),
    );
    chooseFiles(text('pierwszy.txt'), new File(['x'], 'program.exe'), new File([], 'pusty.txt'));
    await screen.findByText(/Z tego adresu przesłano zbyt wiele plików\./);
    screen.getByText(/Ten rodzaj pliku nie jest przyjmowany\./);
    screen.getByText(/Plik jest pusty\./);
    api.respond(fakeUploads());
    chooseFiles(text('drugi.txt'));
    await findAdded('drugi.txt');
    expect(readUploads(api).at(-1)?.headers).not.toHaveProperty(uploadSecretHeader);
  });

  it('can be retried after a lost connection', async () => {
    const { api } = await open(fakeUploads({ [uploadRoute]: () => 'offline' }));
    chooseFiles(text('jeden.txt'));
    const retry = await screen.findByRole('button', { name: 'Spróbuj ponownie: jeden.txt' });
    api.respond(fakeUploads());
    await userEvent.click(retry);
    await findAdded('jeden.txt');
  });

  it('stay in the list when their removal fails', async () => {
    await open(
      fakeUploads({ 'DELETE /api/tasks/new/attachments/:id': () => problemResponse(503, 'UNAVAILABLE') }),
    );
    chooseFiles(text('jeden.txt'));
    await userEvent.click(await findAdded('jeden.txt'));
    await screen.findByText('Nie udało się usunąć pliku.');
    expect(listAdded()).toHaveLength(1);
  });

  it('are at most ten', async () => {
    await open();
    chooseFiles(...Array.from({ length: 12 }, (_, index) => text(`plik${index}.txt`)));
    await screen.findByText('Do zgłoszenia można dołączyć najwyżej 10 plików.');
    await waitFor(() => expect(listAdded()).toHaveLength(10));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Wybierz pliki' }).disabled).toBe(true);
  });

  it('start over with a notice when the earlier ones have expired', async () => {
    const { api } = await open();
    chooseFiles(text('stary.txt'));
    await findAdded('stary.txt');
    api.respond({
      [uploadRoute]: (request) =>
        request.headers[uploadSecretHeader]
          ? problemResponse(404, 'NOT_FOUND')
          : (fakeUploads()[uploadRoute]?.(request) ?? 'offline'),
    });
    chooseFiles(text('nowy.txt'));
    await findAdded('nowy.txt');
    screen.getByText('Wcześniej dodane pliki wygasły. Dodaj je ponownie.');
    expect(listAdded()).toEqual([expect.stringContaining('nowy.txt')]);
  });

  it('are cleared when the submission is refused because they have expired', async () => {
    const message = 'Dodane pliki wygasły albo zostały już wysłane. Dodaj je ponownie.';
    await open(
      fakeUploads({
        'POST /api/tasks': () =>
          problemResponse(422, 'VALIDATION_FAILED', message, [{ field: 'uploadSecret', message }]),
      }),
    );
    chooseFiles(text('stary.txt'));
    await findAdded('stary.txt');
    await fillDetails();
    await click('Utwórz zadanie');
    await screen.findByText(new RegExp(message));
    await click('Wróć do formularza');
    await screen.findByText('Wcześniej dodane pliki wygasły. Dodaj je ponownie.');
    expect(screen.queryByRole('list', { name: 'Dodane pliki' })).toBeNull();
  });
});
