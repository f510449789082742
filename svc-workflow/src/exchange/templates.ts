import { type WorkflowTemplate, workflowFileSchema } from '@obieg/contracts';
import complaintsDeskEn from './templates/complaints-desk.en.json';
import complaintsDeskPl from './templates/complaints-desk.pl.json';
import itHelpdeskEn from './templates/it-helpdesk.en.json';
import itHelpdeskPl from './templates/it-helpdesk.pl.json';
import purchaseApprovalEn from './templates/purchase-approval.en.json';
import purchaseApprovalPl from './templates/purchase-approval.pl.json';

const readFiles = (files: Record<'pl' | 'en', unknown>): WorkflowTemplate['files'] => ({
  pl: workflowFileSchema.parse(files.pl),
  en: workflowFileSchema.parse(files.en),
});

/** Ready workflows. Each is a file like an exported one, in both languages. */
export const workflowTemplates: readonly WorkflowTemplate[] = [
  {
    id: 'it-helpdesk',
    name: { pl: 'Helpdesk IT', en: 'IT helpdesk' },
    description: {
      pl: 'Usterki, oprogramowanie i dostępy. Pilne sprawy trafiają od razu do pierwszej linii.',
      en: 'Faults, software and access. Urgent requests go straight to the first line.',
    },
    files: readFiles({ pl: itHelpdeskPl, en: itHelpdeskEn }),
  },
  {
    id: 'complaints-desk',
    name: { pl: 'Skargi i wnioski', en: 'Complaints desk' },
    description: {
      pl: 'Skargi mieszkańców: rozpatrzenie, opinia eksperta, decyzja komisji i odpowiedź.',
      en: "Citizens' complaints: review, an expert's opinion, a decision of the board and a reply.",
    },
    files: readFiles({ pl: complaintsDeskPl, en: complaintsDeskEn }),
  },
  {
    id: 'purchase-approval',
    name: { pl: 'Zatwierdzanie zakupów', en: 'Purchase approval' },
    description: {
      pl: 'Wniosek, zgoda kierownika, powyżej limitu także finansów, zamówienie i odbiór.',
      en: "Request, the manager's approval, above the limit also finance, order and receipt.",
    },
    files: readFiles({ pl: purchaseApprovalPl, en: purchaseApprovalEn }),
  },
];
