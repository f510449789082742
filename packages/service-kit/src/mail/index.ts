export { presentFileNames } from './file-names';
export {
  type MailContent,
  type MailLanguage,
  mailLanguageOf,
  oneLine,
  type RenderedMail,
  renderMail,
  unsubscribeHeaders,
} from './mail-layout';
export { createMailMetrics, type MailMetrics } from './mail-metrics';
export { addMailQueueColumns, mailQueue, type QueuedMail } from './mail-queue';
export { mailEnvironment, mainUrlOf, organizationUrlOf } from './mail-settings';
export { createMailer, type OutgoingMail } from './mailer';
