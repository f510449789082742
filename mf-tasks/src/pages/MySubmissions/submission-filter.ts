import { type StatusType, statusTypes } from '@obieg/contracts';
import { useSearchParams } from '@obieg/web-kit';

export const submissionFilters = ['all', 'open', 'closed'] as const;
export type SubmissionFilter = (typeof submissionFilters)[number];

/** Status types of a filter, as the API names them. */
export const statusTypesOf: Readonly<Record<SubmissionFilter, readonly StatusType[]>> = {
  all: statusTypes,
  open: ['INITIAL', 'INTERMEDIATE'],
  closed: ['FINAL'],
};

const parameter = 'show';

/** The filter, kept in the URL for history, reload and links. */
export const useSubmissionFilter = () => {
  const [parameters, setParameters] = useSearchParams();
  const filter = submissionFilters.find((one) => one === parameters.get(parameter)) ?? 'all';
  return {
    filter,
    changeFilter: (next: SubmissionFilter): void =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          if (next === 'all') after.delete(parameter);
          else after.set(parameter, next);
          return after;
        },
        { replace: true },
      ),
    /** Removes filter and search at once. Two changes of the URL in a row would start from the same one. */
    showAll: (): void => setParameters({}, { replace: true }),
  };
};
