import { Loader } from '@mantine/core';
import { useUiTexts } from '../provider/ui-context';

/** Loading indicator for content of unknown shape. Prefer a skeleton. */
export const Spinner = ({ label, size = 20 }: { label?: string; size?: number }) => {
  const texts = useUiTexts();
  return (
    <span role="status">
      <Loader size={size} color="var(--ob-accent-text)" aria-hidden="true" />
      <span className="ob-visually-hidden">{label ?? texts.loading}</span>
    </span>
  );
};
