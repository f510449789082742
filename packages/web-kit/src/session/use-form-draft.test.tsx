import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signOut } from '../identity/sign-out';
import { setNavigate } from '../navigation/navigate-to';
import { fakeApi, signInAs, signOutForTest, signOutInAnotherTab } from '../testing';
import { hasDrafts } from './drafts';
import { endSession, startSession } from './session.store';
import { type UnsavedForm, useFormDraft } from './use-form-draft';

interface Fields {
  name: string;
  description: string;
}
const present: Fields = { name: 'Helpdesk', description: '' };
const changed: UnsavedForm<Fields> = {
  base: { values: present, etag: '"1"' },
  values: { name: 'Serwis', description: '' },
};

beforeEach(() => {
  setNavigate(() => {});
  fakeApi();
  signInAs();
});
afterEach(() => {
  vi.useRealTimers();
  signOutForTest();
  sessionStorage.clear();
});

const open = (unsaved?: UnsavedForm<Fields>, name: string | undefined = 'group/1', fields = present) =>
  renderHook(() => useFormDraft<Fields>({ name, present: fields, read: () => unsaved }));
const restore = (name?: string, fields?: Fields) => {
  const form = open(undefined, name, fields);
  const { restored } = form.result.current;
  form.unmount();
  return restored;
};
describe('useFormDraft', () => {
  it.each([
    ['another tab signs out', signOutInAnotherTab],
    ['the session expires', endSession],
  ])('returns a changed form with its revision to its user once if %s', (_, end) => {
    const form = open(changed);
    end();
    form.unmount();
    expect(localStorage.length).toBe(0);
    signInAs();
    expect(hasDrafts()).toBe(true);
    expect(restore('group/2')).toBeUndefined();
    expect(restore()).toMatchObject(changed);
    expect(restore()).toBeUndefined();
  });

  it('hides it from another user', () => {
    const form = open(changed);
    signOutInAnotherTab();
    form.unmount();
    signInAs({ email: 'marek@acme.test' });
    expect(restore()).toBeUndefined();
    signOutInAnotherTab();
    signInAs();
    expect(restore()).toMatchObject(changed);
  });

  it('keeps nothing of what another user types into a form that is still open', () => {
    const form = open(changed);
    startSession('other', { id: 9, username: 'marek', email: 'marek@acme.test' });
    sessionStorage.clear();
    endSession();
    form.unmount();
    expect(sessionStorage.length).toBe(0);
  });

  it('keeps nothing of an unchanged or closed form, or of one without a name', () => {
    const forms = [open(), open(changed, undefined), open(changed, 'closed')];
    forms[2]?.unmount();
    // The parameter's default would name the form.
    const nameless = renderHook(() =>
      useFormDraft<Fields>({ name: undefined, present, read: () => changed }),
    );
    forms[1]?.unmount();
    signOutInAnotherTab();
    nameless.unmount();
    expect(sessionStorage.length).toBe(0);
  });

  it('keeps nothing when this tab signs out, which has asked', () => {
    open(changed);
    signOut();
    expect(sessionStorage.length).toBe(0);
  });

  it('forgets a form that is saved after the same user signed in again', () => {
    const form = open(changed);
    startSession('next', { id: 7, username: 'olga', email: 'olga@acme.test' });
    form.result.current.forget();
    form.unmount();
    expect(restore()).toBeUndefined();
  });

  it('is bounded in age and size, and ignores another form', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const form = open(changed);
    signOutInAnotherTab();
    form.unmount();
    signInAs();
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    expect(restore()).toBeUndefined();
    const large = open({ ...changed, values: { ...present, description: 'x'.repeat(300_000) } }, 'group/2');
    signOutInAnotherTab();
    large.unmount();
    signInAs();
    expect(restore('group/2')).toBeUndefined();
    const older = open(changed, 'group/3');
    signOutInAnotherTab();
    older.unmount();
    signInAs();
    expect(restore('group/3', { title: '' } as unknown as Fields)).toBeUndefined();
  });
});
