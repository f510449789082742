import type { WorkflowTemplate } from '@obieg/contracts';
import { Button, Card, Heading, QueryView, SkeletonCard, Text } from '@obieg/ui';
import { useLanguage } from '@obieg/web-kit';
import { useWorkflowTemplates } from '../../api/workflow-revisions.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { useAdminMessages } from '../../i18n/messages';
import { useBilingual } from '../../workflow-changes/use-bilingual';
import type { ImportSource } from './import-source';
import classes from './workflow-exchange.module.css';

interface TemplateProps {
  template: WorkflowTemplate;
  onChoose: (source: ImportSource) => void;
}

/** The default workflow has Polish names, so only the English interface offers English ones. */
const useTemplateLanguage = (): 'pl' | 'en' => (useLanguage() === 'en' ? 'en' : 'pl');

const TemplateCard = ({ template: { name, description, files }, onChoose }: TemplateProps) => {
  const t = useAdminMessages();
  const inLanguage = useBilingual();
  const file = files[useTemplateLanguage()];
  const title = inLanguage(name);
  return (
    <Card title={title}>
      <div className={classes['template']}>
        <Text>{inLanguage(description)}</Text>
        <Text muted size="small">
          {file.statuses.map((status) => status.name).join(', ')}
        </Text>
        <Text muted size="small">
          {t('workflowExchange.templates.size', {
            parameters: file.parameters.length,
            statuses: file.statuses.length,
            transitions: file.transitions.length,
          })}
        </Text>
        <div>
          <Button
            aria-label={t('workflowExchange.templates.useNamed', { name: title })}
            onClick={() => onChoose({ name: title, file })}
          >
            {t('workflowExchange.templates.use')}
          </Button>
        </div>
      </div>
    </Card>
  );
};

/** Offers ready workflows. Each is a file like an exported one. */
export const TemplateGallery = ({ onChoose }: Pick<TemplateProps, 'onChoose'>) => {
  const t = useAdminMessages();
  const query = useWorkflowTemplates();
  return (
    <section className={classes['stack']} aria-label={t('workflowExchange.templates.title')}>
      <Heading level={2}>{t('workflowExchange.templates.title')}</Heading>
      <Text muted>{t('workflowExchange.templates.text')}</Text>
      <QueryView
        query={query}
        failure={() => <LoadFailure title={t('workflowExchange.templates.failed')} query={query} />}
        skeleton={<SkeletonCard />}
      >
        {(templates) => (
          <div className={classes['gallery']}>
            {templates.map((template) => (
              <TemplateCard key={template.id} template={template} onChoose={onChoose} />
            ))}
          </div>
        )}
      </QueryView>
    </section>
  );
};
