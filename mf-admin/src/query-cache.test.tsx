import { nextCursorHeader } from '@obieg/contracts';
import { fakeApi, renderPage, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { useDeleteGroup, useGroupList, useSaveGroup } from './groups.api';
import {
  useCreateOrganization,
  useOrganizations,
  useUpdateOrganization,
} from './pages/Organizations/organizations.api';
import { useParameterList, useSaveParameter } from './parameters.api';
import { useDeleteStatus, useSaveStatus, useStatusList } from './statuses.api';
import { useDeleteTransition, useSaveTransition, useTransitionList } from './transitions.api';
import { useInviteUser, useRemoveUser, useUserPages } from './users.api';

interface Change {
  mutate: (input: never, options: { onSuccess: () => void }) => void;
}
interface Case {
  path: string;
  useList: () => { data: unknown };
  useChange: () => Change;
  input: unknown;
}

const useAllUsers = () => useUserPages('');
const users = { path: '/api/users', useList: useAllUsers };
const groups = { path: '/api/groups', useList: useGroupList };
const parameters = { path: '/api/workflow-parameters', useList: useParameterList };
const statuses = { path: '/api/workflow-status', useList: useStatusList };
const transitions = { path: '/api/status-transitions', useList: useTransitionList };
const organizations = { path: '/api/organizations', useList: useOrganizations };

const cases: Record<string, Case> = {
  'users, one invited': { ...users, useChange: useInviteUser, input: {} },
  'users, one removed': { ...users, useChange: useRemoveUser, input: 1 },
  'groups, one added': { ...groups, useChange: () => useSaveGroup(undefined), input: {} },
  'groups, one renamed': { ...groups, useChange: () => useSaveGroup(1), input: {} },
  'groups, one deleted': { ...groups, useChange: useDeleteGroup, input: 1 },
  'parameters, one saved': {
    ...parameters,
    useChange: () => useSaveParameter(1),
    input: { parameter: {}, etag: undefined },
  },
  'statuses, one saved': {
    ...statuses,
    useChange: () => useSaveStatus(1),
    input: { status: {}, etag: undefined },
  },
  'transitions, one saved': {
    ...transitions,
    useChange: () => useSaveTransition(1),
    input: { transition: {}, etag: undefined },
  },
  'transitions, one deleted': { ...transitions, useChange: useDeleteTransition, input: 1 },
  'transitions, a status renamed': {
    ...transitions,
    useChange: () => useSaveStatus(1),
    input: { status: {}, etag: undefined },
  },
  'transitions, a status deleted': { ...transitions, useChange: useDeleteStatus, input: { id: 1 } },
  'transitions, a group renamed': { ...transitions, useChange: () => useSaveGroup(1), input: {} },
  'organizations, one added': { ...organizations, useChange: useCreateOrganization, input: {} },
  'organizations, one renamed': { ...organizations, useChange: useUpdateOrganization, input: { id: 1 } },
};

const changeMethods = ['POST', 'PUT', 'DELETE'];
const changePaths = Object.values({ users, groups, parameters, statuses, transitions, organizations })
  .map(({ path }) => path)
  .concat('/api/admin/invite-user');

/** Every list answers `before` until something has been changed, then `after`. */
const serve = () => {
  let state = 'before';
  const change = () => {
    state = 'after';
    return { body: {} };
  };
  return fakeApi({
    ...Object.fromEntries(
      changePaths.flatMap((path) => [
        [`GET ${path}`, () => ({ body: [{ name: state }], headers: { [nextCursorHeader]: '' } })],
        ...changeMethods.flatMap((method) => [
          [`${method} ${path}`, change],
          [`${method} ${path}/:id`, change],
        ]),
      ]),
    ),
  });
};

interface PageProps extends Case {
  /** What the list showed, at each drawing. */
  seen: string[];
}

const List = ({ useList, seen }: PageProps) => {
  const { data } = useList();
  const shown = JSON.stringify(data ?? 'nothing yet');
  seen.push(shown);
  return <p>{shown.includes('after') ? 'after' : shown.includes('before') ? 'before' : 'loading'}</p>;
};

const Page = (props: PageProps) => {
  const { useChange, input } = props;
  const [isShown, setIsShown] = useState(true);
  const { mutate } = useChange();
  return (
    <>
      {isShown ? <List {...props} /> : <p>another page</p>}
      <button type="button" onClick={() => setIsShown(false)}>
        leave
      </button>
      <button type="button" onClick={() => mutate(input as never, { onSuccess: () => setIsShown(true) })}>
        change
      </button>
    </>
  );
};

afterEach(signOutForTest);

describe('a list that was not in sight while something changed', () => {
  it.each(Object.entries(cases))('shows nothing old: %s', async (_name, list) => {
    serve();
    signInAs();
    const seen: string[] = [];
    await renderPage({ routes: [{ path: '/page', element: <Page {...list} seen={seen} /> }], at: '/page' });
    await screen.findByText('before');
    await userEvent.click(screen.getByRole('button', { name: 'leave' }));
    await screen.findByText('another page');
    seen.length = 0;
    await userEvent.click(screen.getByRole('button', { name: 'change' }));
    await screen.findByText('after');
    expect(seen.filter((data) => !data.includes('after'))).toEqual([]);
  });
});
