import type { FirstPageCondition, ParameterType, StatusType } from '@obieg/contracts';
import { UiProvider } from '@obieg/ui';
import { Link, useLanguage } from '@obieg/web-kit';
import { describeFirstPages, firstPageValue } from '@obieg/web-kit/first-pages';
import type { ReactNode } from 'react';
import remote from './remote';

const Wrapper = ({ children }: { children: ReactNode }) => (
  <UiProvider language={useLanguage()} linkComponent={Link} onLanguageChange={() => undefined}>
    {children}
  </UiProvider>
);

const nameAddress = '/api/auth/organization-name';
const questionsAddress = '/api/workflow-parameters/public';
const organizationName = { organizationName: firstPageValue(nameAddress, '/organizationName') };

const ofQuestion = (pointer: string): Pick<FirstPageCondition, 'data' | 'pointer'> => ({
  data: questionsAddress,
  pointer: `/0${pointer}`,
});
const isAbsent = (pointer: string): FirstPageCondition => ({ ...ofQuestion(pointer), isNot: true });

/** From 13 values on, the question has a search box. */
const valuesMax = 12;
const valuePointers = Array.from({ length: valuesMax }, (_, index) => `/dictionaryValues/${index}`);

/** The questions that the first step can show without the reader's clock: a date and time names its time zone. */
const questionTypes: ParameterType[] = ['DICTIONARY', 'BOOLEAN', 'TEXT', 'NUMBER', 'DATE', 'EMAIL', 'URL'];

const describeQuestion = (parameterType: ParameterType, isDescribed: boolean) => ({
  when: [
    { ...ofQuestion('/parameterType'), is: parameterType },
    { ...ofQuestion('/description'), ...(isDescribed ? {} : { isNot: true as const }) },
    isAbsent('/dependencies/0'),
    isAbsent('/defaultValue'),
    isAbsent(`/dictionaryValues/${valuesMax}`),
    ...(parameterType === 'DICTIONARY' ? [ofQuestion('/dictionaryValues/0')] : []),
  ],
  responses: {
    [nameAddress]: organizationName,
    [questionsAddress]: [
      {
        id: 1,
        parameterType,
        displayName: firstPageValue(questionsAddress, '/0/displayName'),
        description: isDescribed ? firstPageValue(questionsAddress, '/0/description') : null,
        defaultValue: null,
        dependencies: [],
        dictionaryValues:
          parameterType === 'DICTIONARY'
            ? valuePointers.map((pointer, id) => ({
                id,
                value: firstPageValue(questionsAddress, `/0${pointer}/value`),
              }))
            : [],
      },
    ],
  },
  findParts: (page: HTMLElement): [Element, FirstPageCondition[]][] =>
    parameterType === 'DICTIONARY'
      ? [...page.querySelectorAll('main li')].map((item, index) => [
          item,
          [ofQuestion(`/dictionaryValues/${index}`)],
        ])
      : [],
});

const taskAddress =
  '/api/tasks/:publicTaskId?include=comments,statusHistory,assignmentHistory,changeHistory,transitions,watch,links,approval';
const ofTask = (pointer: string) => ({ data: taskAddress, pointer: `/task${pointer}` });
const taskValue = (pointer: string): string => firstPageValue(taskAddress, `/task${pointer}`);

/** Shown by no part that stays. */
const anyMoment = '2026-01-01T00:00:00.000Z';

const describeTask = (statusType: StatusType, isDescribed: boolean) => ({
  when: [
    { ...ofTask('/statusType'), is: statusType },
    { ...ofTask('/description'), ...(isDescribed ? {} : { isNot: true as const }) },
  ],
  responses: {
    [nameAddress]: organizationName,
    [taskAddress.replace(':publicTaskId', '1')]: {
      success: true,
      message: '',
      comments: [],
      statusHistory: [],
      assignmentHistory: [],
      changeHistory: [],
      transitions: [],
      watch: null,
      links: [],
      task: {
        publicTaskId: taskValue('/publicTaskId'),
        title: taskValue('/title'),
        description: isDescribed ? taskValue('/description') : null,
        organizationName: taskValue('/organizationName'),
        statusName: taskValue('/statusName'),
        statusType,
        view: 'visitor',
        priority: 'NORMAL',
        needsEmailVerification: true,
        createdBy: '',
        createdAt: anyMoment,
        lastUpdatedAt: anyMoment,
        visibleUsers: [],
        visibleGroups: [],
        attachments: [],
        parameterDetails: [],
      },
    },
  },
  /** Leaves the head, the button of the collapsed facts and the description. The rest is below the screen of a phone. */
  findParts: (page: HTMLElement): [Element, FirstPageCondition[]][] => {
    page.querySelector('aside > div')?.replaceChildren();
    const main = page.querySelector('aside + div');
    main?.replaceChildren(main.firstElementChild ?? '');
    const notice = main?.parentElement?.previousElementSibling;
    return notice ? [[notice, [{ ...ofTask('/needsEmailVerification'), is: true }]]] : [];
  },
});

const statusTypes: StatusType[] = ['INITIAL', 'INTERMEDIATE', 'FINAL'];

/** What a visitor sees before the scripts have run. The build renders it. */
export default describeFirstPages({
  id: 'mf-tasks',
  remote,
  wrapper: Wrapper,
  pages: [
    {
      path: '/submit-task',
      at: '/submit-task',
      variants: questionTypes.flatMap((type) => [
        describeQuestion(type, true),
        describeQuestion(type, false),
      ]),
    },
    {
      path: '/task/:publicTaskId',
      at: '/task/1',
      variants: statusTypes.flatMap((type) => [describeTask(type, true), describeTask(type, false)]),
    },
  ],
});
