import type { FindingSubject } from '@obieg/contracts';
import { Card } from '@obieg/ui';
import { useAdminMessages } from '../i18n/messages';
import { FindingList } from './FindingList';
import { describeFindingCount } from './finding-texts';
import { useFindingsOf } from './use-findings';

/** Lists the findings about one entity on its page. Shows nothing without findings. */
export const EntityFindings = ({ kind, id }: { kind: FindingSubject['kind']; id: number }) => {
  const t = useAdminMessages();
  const findings = useFindingsOf(kind, id);
  if (findings.length === 0) return null;
  return (
    <Card title={describeFindingCount(t, findings)}>
      <FindingList findings={findings} />
    </Card>
  );
};
