import { describeError, useLanguage } from '@obieg/web-kit';

/** Returns a function that says why a call failed. The login page is English in the language `mul` (spec 1 §2). */
export const useDescribeFailure = (): ((error: unknown) => string) => {
  const language = useLanguage();
  return (error) => describeError(error, language === 'mul' ? 'en' : language);
};
