import { Loading, Notice, NumberField, SkeletonLines } from '@obieg/ui';
import { CheckboxList } from '@obieg/ui/lists';
import { type UseFormReturn, useController, useFormState } from 'react-hook-form';
import { useOrganizations } from '../../api/organizations.api';
import { useAdminMessages } from '../../i18n/messages';
import type { ReleaseValues } from './audience-input';
import type { ReleaseChange } from './release-change';

/** Stands for the main domain in canaries. */
const mainDomain = 'main';

interface AudienceFieldsProps {
  form: UseFormReturn<ReleaseValues, unknown, ReleaseChange>;
}

/** Selects the organizations of a canary: by a share of all, by name, or both. */
export const AudienceFields = ({ form: { control, register } }: AudienceFieldsProps) => {
  const t = useAdminMessages();
  const { data, isPending } = useOrganizations();
  const { field } = useController({ control, name: 'organizations', rules: { deps: 'percent' } });
  const { errors } = useFormState({ control, name: 'percent' });
  const codeNames = data?.map(({ codeName }) => codeName) ?? [];
  // Keeps a selected organization that was renamed or deleted, so that it can be deselected.
  const unknown = field.value.filter((name) => name !== mainDomain && !codeNames.includes(name));
  return (
    <>
      <NumberField
        {...register('percent')}
        label={t('delivery.percent')}
        help={t('delivery.percentHelp')}
        error={errors.percent?.message && t(errors.percent.message)}
        min={0}
        max={100}
        step={1}
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
          value={field.value}
          onChange={field.onChange}
        />
      )}
      {!isPending && !data ? <Notice tone="danger">{t('organizations.loadFailed')}</Notice> : null}
    </>
  );
};
