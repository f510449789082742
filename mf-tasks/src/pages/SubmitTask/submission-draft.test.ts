import { endSession } from '@obieg/web-kit';
import { signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createDraft,
  hasVisitorDraft,
  loadDraft,
  type SubmissionDetails,
  saveDraft,
} from './submission-draft';

afterEach(signOutForTest);

const draftOf = (title: string) => {
  const draft = createDraft();
  return { ...draft, details: { ...draft.details, title } };
};
const loadTitle = () => loadDraft().details.title;

describe('draft of a submission', () => {
  it("is kept for its account while visitors and other accounts use the tab's page", () => {
    signInAs();
    saveDraft(draftOf('Krzesła'));
    endSession();
    expect(loadTitle()).toBe('');
    saveDraft(createDraft());
    signInAs({ username: 'marek' });
    expect(loadTitle()).toBe('');
    saveDraft(draftOf('Rzutnik'));
    endSession();
    signInAs();
    expect(loadTitle()).toBe('Krzesła');
  });

  it('of a visitor survives signing in and then belongs to the account', () => {
    saveDraft(draftOf('Krzesła'));
    signInAs();
    expect([loadTitle(), hasVisitorDraft()]).toEqual(['Krzesła', true]);
    saveDraft(loadDraft());
    expect(hasVisitorDraft()).toBe(false);
    endSession();
    expect(loadTitle()).toBe('');
  });

  it('of an earlier release is kept, with later texts empty', () => {
    const { description: _, ...details } = draftOf('Krzesła').details;
    saveDraft({ ...createDraft(), details: details as SubmissionDetails });
    expect(loadDraft().details).toMatchObject({ title: 'Krzesła', description: '' });
  });
});
