import type { ConflictLanguage } from '@obieg/ui/conflicts';
import { useLanguage } from '@obieg/web-kit';

/** The specification's mix is English on these screens. */
export const useConflictLanguage = (): ConflictLanguage => (useLanguage() === 'pl' ? 'pl' : 'en');
