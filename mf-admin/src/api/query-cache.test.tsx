import { nextCursorHeader } from '@obieg/contracts';
import { fakeApi, renderPage, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { useDeleteGroup, useGroupList, useSaveGroup } from './groups.api';
import { useOrganizations, useSaveOrganization } from './organizations.api';
import { useParameterList, useSaveParameter } from './parameters.api';
import { useDeleteStatus, useSaveStatus, useStatusList } from './statuses.api';
import { useDeleteTransition, useSaveTransition, useTransitionList } from './transitions.api';
import { useInviteUser, useRemoveUser, useUserPages } from './users.api';

interface Mutation {
  mutate: (input: never, options: { onSuccess: () => void }) => void;
}
interface Case {
  path: string;
  useList: () => { data: unknown };
  useChange: () => Mutation;
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
  'the users after an invitation': { ...users, useChange: useInviteUser, input: {} },
  'the users after a removal': { ...users, useChange: useRemoveUser, input: 1 },
  'the groups after a creation': { ...groups, useChange: () => useSaveGroup(undefined), input: { body: {} } },
  'the groups after an update': { ...groups, useChange: () => useSaveGroup(1), input: { body: {} } },
  'the groups after a deletion': { ...groups, useChange: useDeleteGroup, input: { id: 1 } },
  'the parameters after an update': {
    ...parameters,
    useChange: () => useSaveParameter(1),
    input: { body: {} },
  },
  'the statuses after an update': {
    ...statuses,
    useChange: () => useSaveStatus(1),
    input: { body: {} },
  },
  'the transitions after an update': {
    ...transitions,
    useChange: () => useSaveTransition(1),
    input: { body: {} },
  },
  'the transitions after a deletion': { ...transitions, useChange: useDeleteTransition, input: { id: 1 } },
  'the transitions after a status update': {
    ...transitions,
    useChange: () => useSaveStatus(1),
    input: { body: {} },
  },
  'the transitions after a status deletion': {
    ...transitions,
    useChange: useDeleteStatus,
    input: { id: 1 },
  },
  'the transitions after a group update': {
    ...transitions,
    useChange: () => useSaveGroup(1),
    input: { body: {} },
  },
  'the organizations after a creation': {
    ...organizations,
    useChange: () => useSaveOrganization(undefined),
    input: { body: {} },
  },
  'the organizations after an update': {
    ...organizations,
    useChange: () => useSaveOrganization(1),
    input: { body: {} },
  },
};

const changeMethods = ['POST', 'PUT', 'DELETE'];
const changePaths = Object.values({ users, groups, parameters, statuses, transitions, organizations })
  .map(({ path }) => path)
  .concat('/api/admin/invite-user');

/** Every list responds `before` until the first change, then `after`. */
const startFakeApi = () => {
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
  /** The list's data at each render. */
  renderedData: string[];
}

const List = ({ useList, renderedData }: PageProps) => {
  const { data } = useList();
  const json = JSON.stringify(data ?? 'nothing yet');
  renderedData.push(json);
  const state = ['after', 'before'].find((text) => json.includes(text));
  return <p>{state ?? 'loading'}</p>;
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

describe('refetchLists', () => {
  it.each(Object.entries(cases))('never shows stale rows of %s', async (_name, list) => {
    startFakeApi();
    signInAs();
    const renderedData: string[] = [];
    const page = <Page {...list} renderedData={renderedData} />;
    await renderPage({ routes: [{ path: '/page', element: page }], at: '/page' });
    await screen.findByText('before');
    await userEvent.click(screen.getByRole('button', { name: 'leave' }));
    await screen.findByText('another page');
    renderedData.length = 0;
    await userEvent.click(screen.getByRole('button', { name: 'change' }));
    await screen.findByText('after');
    expect(renderedData.filter((data) => !data.includes('after'))).toEqual([]);
  });
});
