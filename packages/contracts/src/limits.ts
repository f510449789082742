/** Business constants of spec 1 §9, spec 2 §9 and spec 3 §9, and further limits that the server enforces. */
export const limits = {
  passwordMinLength: 6,
  passwordMaxLength: 200,
  organizationNameMaxLength: 100,
  organizationCodeNameMaxLength: 20,
  groupNameMinLength: 2,
  groupNameMaxLength: 100,
  /** Members of a new group. Further ones are added later. */
  newGroupMembersMax: 200,
  parameterNameMinLength: 2,
  nameMaxLength: 100,
  descriptionMaxLength: 10_000,
  statusNameMaxLength: 100,
  dictionaryValuesMax: 500,
  /** Higher than the number that fits one configuration event. */
  parametersMax: 10_000,
  /** Path of a nested group in a workflow file. */
  groupPathMaxLength: 2_000,
  /** A workflow file repeats names where the configuration event, of at most 1 MB, has ids. */
  workflowFileBytes: 3 * 1024 * 1024,
  /** An ICS file with holidays. */
  calendarFileBytes: 1024 * 1024,
  /** Such a file as JSON, where a line break takes four bytes. */
  calendarFileBodyBytes: 2 * 1024 * 1024,
  emailMaxLength: 254,
  taskTitleMaxLength: 255,
  commentMaxLength: 10_000,
  /** Comments of one task that a writer may see before adding another one. */
  commentsPerTaskMax: 1_000,
  /** Each edit keeps the replaced text, so the number limits the storage of one comment to 1 MB. */
  commentEditsMax: 100,
  /** People that one comment can mention. */
  mentionsPerCommentMax: 50,
  /** Suggestions while a mention is typed. */
  mentionSuggestions: 8,
  /** Links of one task that a caller may see before adding another one. */
  linksPerTaskMax: 100,
  /** Links of one task in a response. A caller can see more than `linksPerTaskMax` if several members add them. */
  linksShownMax: 1_000,
  /** Bounds the search for a cycle of parents. */
  taskAncestorsMax: 20,
  answerMaxLength: 4_000,
  answersMax: 500,
  visibilityMax: 500,
  userSearchMinLength: 2,
  userSearchResults: 15,
  groupPickerSuggestions: 10,
  groupPickerSearchFrom: 10,
  pickerBlurMs: 200,
  messageMs: 3_000,
  verificationCodeLength: 6,
  verificationRedirectMs: 1_500,
  pageSize: 50,
  pageSizeMax: 200,
  /** Tasks of one bulk action. */
  bulkTasksMax: 500,
  /** API tokens of one person in one organization. */
  apiTokensPerPersonMax: 50,
  /** Integrations of one organization. */
  integrationsPerOrganizationMax: 50,
  /** Webhooks of one organization. */
  webhooksPerOrganizationMax: 20,
  /** Second factors of one person. */
  factorsPerPersonMax: 20,
  factorNameMaxLength: 60,
  bodyBytes: 256 * 1024,
  headerBytes: 16 * 1024,
  attachmentBytes: 10 * 1024 * 1024,
  /** Files of one task that a caller may see before adding another one. */
  attachmentsPerTaskMax: 50,
  /** Files of one submission. */
  pendingAttachmentsMax: 10,
  /** Files are deleted after this time if no submission follows. With the time until the sweep, within an hour. */
  pendingUnsentMinutes: 50,
  /** Files of a submission are deleted after this time, unless its submitter confirms it. */
  pendingAttachmentHours: 24,
  /** Maximum length of a stored file name. Longer names are shortened. */
  attachmentNameBytes: 255,
  /** Maximum length of a sent file name, in UTF-16 code units. No common file system has longer names. */
  attachmentNameLength: 255,
} as const;
