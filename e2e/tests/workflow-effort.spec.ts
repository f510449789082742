import type { StatusTransition, WorkflowParameter, WorkflowStatus } from '@obieg/contracts';
import type { Locator, Page } from '@playwright/test';
import { createOrganization, removeWorkflow, superAdministrator } from '../support/organizations';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { heading } from '../support/workflow';

/** A click, a choice of an option, or a typed or pasted field counts one. */
const countInteractions = (page: Page) => {
  let count = 0;
  const field = (label: string, area: Page | Locator = page) => area.getByLabel(label, { exact: true });
  return {
    getCount: () => count,
    click: async (locator: Locator) => {
      count += 1;
      await locator.click();
    },
    type: async (label: string, text: string) => {
      count += 1;
      await field(label).fill(text);
    },
    choose: async (label: string, option: string, area?: Locator) => {
      count += 1;
      await field(label, area).selectOption({ label: option });
    },
    paste: async (label: string, lines: readonly string[]) => {
      count += 1;
      await field(label).evaluate((element, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', text);
        (element as HTMLElement).focus();
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }, lines.join('\n'));
    },
  };
};
type Hand = ReturnType<typeof countInteractions>;

/** Saves the form; waits until the next, empty form or the list is there. */
const save = async (page: Page, hand: Hand, next: { label: string } | { list: string }): Promise<void> => {
  const isLast = 'list' in next;
  await hand.click(page.getByRole('button', { name: isLast ? 'Save' : 'Save and add another', exact: true }));
  if (isLast) await expect(heading(page, next.list)).toBeVisible();
  else await expect(page.getByLabel(next.label, { exact: true })).toHaveValue('');
};

interface Question {
  text: string;
  type?: string;
  values?: readonly string[];
  /** Parent, if it is not that of the question before, condition type and value. */
  when?: { parent?: string; type?: string; value: string };
}
const questions: readonly Question[] = [
  {
    text: 'Czego dotyczy skarga?',
    type: 'Dictionary',
    values: ['Drogi i chodniki', 'Oświetlenie', 'Zieleń', 'Obsługa w urzędzie'],
  },
  {
    text: 'Pod jakim adresem?',
    when: { parent: 'Czego dotyczy skarga?', type: 'does not equal', value: 'Obsługa w urzędzie' },
  },
  { text: 'Jaki numer ma słup?', type: 'Number', when: { value: 'Oświetlenie' } },
  {
    text: 'W którym wydziale?',
    type: 'Dictionary',
    values: ['Meldunki', 'Podatki', 'Kasa'],
    when: { value: 'Obsługa w urzędzie' },
  },
  { text: 'Kiedy to się stało?', type: 'Date' },
  {
    text: 'Jak mamy odpowiedzieć?',
    type: 'Dictionary',
    values: ['E-mail', 'Telefon', 'Bez odpowiedzi'],
  },
  {
    text: 'Na jaki adres e-mail?',
    type: 'Email',
    when: { parent: 'Jak mamy odpowiedzieć?', value: 'E-mail' },
  },
  { text: 'Pod jaki numer?', when: { value: 'Telefon' } },
];

const buildQuestions = async (page: Page, hand: Hand): Promise<void> => {
  await hand.click(page.getByRole('link', { name: 'Add New Parameter' }).first());
  for (const [index, { text, type, values, when }] of questions.entries()) {
    await hand.type('Display Name', text);
    if (type) await hand.choose('Parameter Type', type);
    if (index === 0) await hand.choose('Parameter Stage', 'Registration');
    if (values) await hand.paste('Value 1', values);
    if (when) {
      await hand.click(page.getByRole('button', { name: 'Add Dependency' }));
      if (when.parent) await hand.choose('Parent Parameter', when.parent);
      if (when.type) await hand.choose('Condition Type', when.type);
      await hand.choose('Condition Value', when.value);
    }
    const isLast = index === questions.length - 1;
    await save(page, hand, isLast ? { list: 'Parameter Configuration' } : { label: 'Display Name' });
  }
};

const statuses: readonly { names: readonly string[]; type?: string }[] = [
  { names: ['Przyjęta'], type: 'INITIAL – for new tasks' },
  { names: ['W rozpatrzeniu', 'U eksperta', 'Do decyzji', 'Wstrzymana'] },
  { names: ['Uznana', 'Odrzucona'], type: 'FINAL – completed' },
];

const buildStatuses = async (page: Page, hand: Hand): Promise<void> => {
  await hand.click(page.getByRole('link', { name: 'Statuses', exact: true }));
  await hand.click(page.getByRole('link', { name: 'Add New Status' }).first());
  for (const [index, { names, type }] of statuses.entries()) {
    const [only = ''] = names;
    if (names.length > 1) await hand.paste('Status Name', names);
    else await hand.type('Status Name', only);
    if (type) await hand.choose('Status Type', type);
    const isLast = index === statuses.length - 1;
    await save(page, hand, isLast ? { list: 'Statuses' } : { label: 'Status Name' });
  }
};

interface Step {
  name: string;
  from?: string;
  to?: string;
  executor?: string;
  when?: { parameter: string; value: string };
  requires?: string;
}
const transitions: readonly Step[] = [
  {
    name: 'Skarga na obsługę',
    to: 'Przyjęta',
    when: { parameter: questions[0]?.text ?? '', value: 'Obsługa w urzędzie' },
  },
  { name: 'Nowa skarga' },
  { name: 'Rozpatrz', from: 'Przyjęta', to: 'W rozpatrzeniu', executor: 'Skargi' },
  { name: 'Odrzuć bez rozpatrzenia', to: 'Odrzucona', executor: 'Skargi' },
  { name: 'Zapytaj eksperta', from: 'W rozpatrzeniu', to: 'U eksperta' },
  { name: 'Przekaż do decyzji', to: 'Do decyzji' },
  { name: 'Wstrzymaj', to: 'Wstrzymana' },
  { name: 'Opinia gotowa', from: 'U eksperta', to: 'W rozpatrzeniu' },
  { name: 'Uznaj', from: 'Do decyzji', to: 'Uznana', requires: 'Kiedy to się stało?' },
  { name: 'Odrzuć', to: 'Odrzucona' },
  { name: 'Wznów', from: 'Wstrzymana', to: 'W rozpatrzeniu' },
  { name: 'Rozpatrz ponownie', from: 'Odrzucona', to: 'W rozpatrzeniu', executor: 'Skargi' },
];

const buildTransitions = async (page: Page, hand: Hand): Promise<void> => {
  await hand.click(page.getByRole('link', { name: 'Transitions', exact: true }));
  await hand.click(page.getByRole('link', { name: 'Add New Transition' }));
  const rowIn = (name: string) => page.getByRole('group', { name }).getByRole('group', { name: '1.' });
  for (const [index, { name, from, to, executor, when, requires }] of transitions.entries()) {
    await hand.type('Transition Name', name);
    if (from) await hand.choose('From Status', from);
    if (to) await hand.choose('To Status', to);
    if (executor) await hand.click(page.getByRole('checkbox', { name: executor }));
    if (when) {
      await hand.click(page.getByRole('button', { name: 'Add Condition' }));
      await hand.choose('Parameter', when.parameter, rowIn('Parameter Conditions'));
      await hand.choose('Condition Value', when.value);
    }
    if (requires) {
      await hand.click(page.getByRole('button', { name: 'Add Required Parameter' }));
      await hand.choose('Parameter', requires, rowIn('Required Parameters'));
    }
    const isLast = index === transitions.length - 1;
    await save(page, hand, isLast ? { list: 'Status Transitions' } : { label: 'Transition Name' });
  }
};

test('a complaints desk of 8 questions, 7 statuses and 12 transitions takes at most 110 interactions', async ({
  product,
  context,
  page,
}) => {
  const organization = await createOrganization(product, 'skargi');
  const { address, call } = organization;
  await removeWorkflow(organization);
  await call('POST', '/groups', { body: { name: 'Skargi' } });
  await addSession(context, address, superAdministrator);
  await page.goto(`${address}/workflow-parameters`);
  const hand = countInteractions(page);
  await buildQuestions(page, hand);
  const afterQuestions = hand.getCount();
  await buildStatuses(page, hand);
  const afterStatuses = hand.getCount();
  await buildTransitions(page, hand);
  const total = hand.getCount();
  test.info().annotations.push({
    type: 'interactions',
    description: `questions ${afterQuestions}, statuses ${afterStatuses - afterQuestions}, transitions ${total - afterStatuses}, all ${total}`,
  });

  const { body: made } = await call<WorkflowParameter[]>('GET', '/workflow-parameters');
  expect(made.map(({ displayName }) => displayName)).toEqual(questions.map(({ text }) => text));
  expect(made.map(({ dependencies }) => dependencies.map(({ conditionValue }) => conditionValue))).toEqual(
    questions.map(({ when }) => (when ? [when.value] : [])),
  );
  expect(made[0]?.dictionaryValues.map(({ value }) => value)).toEqual(questions[0]?.values);
  const { body: madeStatuses } = await call<WorkflowStatus[]>('GET', '/workflow-status');
  expect(madeStatuses.map(({ name, statusType }) => `${name} ${statusType}`)).toEqual([
    'Przyjęta INITIAL',
    'W rozpatrzeniu INTERMEDIATE',
    'U eksperta INTERMEDIATE',
    'Do decyzji INTERMEDIATE',
    'Wstrzymana INTERMEDIATE',
    'Uznana FINAL',
    'Odrzucona FINAL',
  ]);
  const { body: madeTransitions } = await call<StatusTransition[]>('GET', '/status-transitions');
  let from: string | null = null;
  const expected = transitions.map((step) => {
    from = step.from ?? from;
    return `${from ?? '-'} → ${step.to ?? 'Przyjęta'}: ${step.name}`;
  });
  expect(
    madeTransitions.map(
      ({ fromStatusName, toStatusName, name }) => `${fromStatusName ?? '-'} → ${toStatusName}: ${name}`,
    ),
  ).toEqual(expected);
  expect(total).toBeLessThanOrEqual(110);
});
