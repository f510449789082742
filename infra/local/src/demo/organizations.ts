import { acmeTasks } from './acme-tasks';
import { acmeWorkflow } from './acme-workflow';
import type { DemoOrganization } from './demo-model';

const acme: DemoOrganization = {
  codeName: 'acme',
  name: 'Acme Logistyka',
  people: [
    { username: 'anna', email: 'anna@acme.test', role: 'ORG_ADMIN' },
    { username: 'wiktor', email: 'wiktor@acme.test', role: 'WORKFLOW_MANAGER' },
    { username: 'olga', email: 'olga@acme.test', role: 'OPERATOR' },
    { username: 'marek', email: 'marek@acme.test', role: 'MEMBER' },
    { username: 'rita', email: 'rita@acme.test', role: 'REPORTER' },
  ],
  administrator: 'anna',
  workflowManager: 'wiktor',
  ...acmeWorkflow,
  tasks: acmeTasks,
};

const globex: DemoOrganization = {
  codeName: 'globex',
  name: 'Globex Serwis',
  people: [
    { username: 'greta', email: 'greta@globex.test', role: 'ORG_ADMIN' },
    { username: 'gustaw', email: 'gustaw@globex.test', role: 'MEMBER' },
  ],
  administrator: 'greta',
  workflowManager: 'greta',
  groups: [
    { name: 'Serwisanci', description: 'Jeżdżą do klientów', members: { greta: 'LEADER', gustaw: 'MEMBER' } },
  ],
  statuses: [],
  parameters: [
    {
      name: 'urzadzenie',
      question: 'Co mamy naprawić?',
      type: 'DICTIONARY',
      stage: 'ALWAYS',
      values: ['Pralka', 'Lodówka', 'Zmywarka'],
    },
  ],
  transitions: [],
  tasks: [
    {
      title: 'Pralka nie odpompowuje wody',
      by: 'jan.zielinski@poczta.example',
      answers: { urzadzenie: 'Pralka' },
      priority: 'HIGH',
      story: [
        { by: 'gustaw', runs: 'Rozpocznij' },
        { by: 'gustaw', says: 'Wizyta jutro między 10 a 12.', toAuthor: true },
      ],
    },
    { title: 'Lodówka głośno buczy', by: 'gustaw', answers: { urzadzenie: 'Lodówka' }, assignee: 'gustaw' },
    {
      title: 'Zmywarka zostawia osad',
      by: 'greta',
      answers: { urzadzenie: 'Zmywarka' },
      group: 'Serwisanci',
      story: [
        { by: 'gustaw', runs: 'Rozpocznij' },
        { by: 'gustaw', runs: 'Zakończ' },
      ],
    },
    {
      title: 'Umowa z dostawcą części',
      by: 'greta',
      answers: { urzadzenie: 'Pralka' },
      onlyUsers: ['greta'],
    },
  ],
};

export const demoOrganizations: DemoOrganization[] = [acme, globex];
