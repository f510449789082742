import { Loading, Notice, NumberField, SkeletonLines } from '@obieg/ui';
import { CheckboxList } from '@obieg/ui/lists';
import { useOrganizations } from '../../api/organizations.api';
import { useAdminMessages } from '../../i18n/messages';
import type { AudienceInput } from './audience-input';

/** Stands for the main domain in canaries. */
const mainDomain = 'main';

interface AudienceFieldsProps {
  value: AudienceInput;
  onChange: (value: AudienceInput) => void;
  /** Shown at the fields after the user tries to continue. */
  error: string | undefined;
}

/** Selects the organizations of a canary: by a share of all, by name, or both. */
export const AudienceFields = ({ value, onChange, error }: AudienceFieldsProps) => {
  const t = useAdminMessages();
  const { data, isPending } = useOrganizations();
  const codeNames = data?.map(({ codeName }) => codeName) ?? [];
  // Keeps a selected organization that was renamed or deleted, so that it can be deselected.
  const unknown = value.organizations.filter((name) => name !== mainDomain && !codeNames.includes(name));
  return (
    <>
      <NumberField
        label={t('delivery.percent')}
        help={t('delivery.percentHelp')}
        error={error}
        min={0}
        max={100}
        step={1}
        value={value.percent}
        onChange={({ target }) => onChange({ ...value, percent: target.value })}
      />
      {isPending ? (
        <Loading>
          <SkeletonLines lines={3} />
        </Loading>
      ) : (
        <CheckboxList
          legend={t('delivery.organizations')}
          options={[
            { value: mainDomain, label: t('delivery.mainDomain') },
            ...(data?.map(({ codeName, name }) => ({ value: codeName, label: `${name} (${codeName})` })) ??
              []),
            ...unknown.map((name) => ({ value: name, label: name })),
          ]}
          value={value.organizations}
          onChange={(organizations) => onChange({ ...value, organizations })}
        />
      )}
      {!isPending && !data ? <Notice tone="danger">{t('organizations.loadFailed')}</Notice> : null}
    </>
  );
};
