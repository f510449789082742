import { type Priority, priorities, type Target, type WorkCalendar } from '@obieg/contracts';
import {
  Card,
  DateTime,
  formatForInput,
  SelectField,
  Stack,
  Text,
  TextField,
  usePriorityLabels,
  useUiTimeZone,
} from '@obieg/ui';
import { chooseTargets, createWorkingTime, readAnswers } from '@obieg/workflow-rules';
import { useState } from 'react';
import { ParameterValueField } from '../../conditions/ParameterValueField';
import { useAdminMessages } from '../../i18n/messages';
import type { TargetData } from '../../targets/use-target-data';
import { useTargetTexts } from '../../targets/use-target-texts';
import classes from './target-list.module.css';

const minuteMs = 60_000;

/** The moment at which a target ends that starts at `from`; undefined if it would take years. */
const findEnd = (
  calendar: WorkCalendar | undefined,
  minutes: number,
  from: number,
  timeZone: string,
): string | undefined => {
  if (!calendar) return undefined;
  const holidays = new Set(calendar.holidays.map(({ date }) => date));
  const end = createWorkingTime({ week: calendar.week, holidays, timeZone }).add(from, minutes * minuteMs);
  return end === undefined ? undefined : new Date(end).toISOString();
};

interface TargetTrialProps {
  targets: readonly Target[];
  data: TargetData;
}

/** Says which target of each metric a given task would have, and when it would be due. */
export const TargetTrial = ({ targets, data }: TargetTrialProps) => {
  const t = useAdminMessages();
  const labels = usePriorityLabels();
  const ownTimeZone = useUiTimeZone() ?? 'UTC';
  const { describeTime, describeMoment } = useTargetTexts(data);
  const [priority, setPriority] = useState<Priority>('NORMAL');
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const [moment, setMoment] = useState(() => formatForInput(new Date().toISOString()));
  const from = Date.parse(moment);
  const named = new Set(
    targets.flatMap(({ conditions }) => conditions.map(({ parameterId }) => parameterId)),
  );
  const asked = data.parameters.filter(({ id }) => named.has(id));
  const chosen = chooseTargets(
    { targets, parameters: [...data.parameters], timeZone: ownTimeZone },
    { priority, answers: readAnswers(answers) },
  );
  const describeEnd = (target: Target) => {
    const calendar = data.calendars.find(({ id }) => id === target.calendarId);
    const end = Number.isNaN(from) ? undefined : findEnd(calendar, target.minutes, from, ownTimeZone);
    return end ? <DateTime value={end} /> : t('targets.noEnd');
  };
  return (
    <Card title={t('targets.trial')}>
      <Stack gap="md">
        <Text muted>{t('targets.trialHelp')}</Text>
        <SelectField
          label={t('target.priority')}
          value={priority}
          options={priorities.map((one) => ({ value: one, label: labels[one] }))}
          onChange={({ target }) => setPriority(target.value as Priority)}
        />
        {asked.map((parameter) => (
          <ParameterValueField
            key={parameter.id}
            parameter={parameter}
            label={parameter.displayName}
            optional={t('optional')}
            value={answers[String(parameter.id)] ?? ''}
            onChange={(value) => setAnswers({ ...answers, [String(parameter.id)]: value })}
          />
        ))}
        <TextField
          type="datetime-local"
          label={t('targets.moment')}
          value={moment}
          onChange={({ target }) => setMoment(target.value)}
        />
        {chosen.length > 0 ? (
          <ul className={classes['results']} aria-label={t('targets.results')}>
            {chosen.map((target) => (
              <li key={target.id}>
                <strong>{target.metric}</strong>: {describeTime(target.minutes)}, {describeEnd(target)}
                {target.start.event === 'CREATED' ? null : (
                  <Text size="small" muted>
                    {t('targets.startsLater', { start: describeMoment(target.start) })}
                  </Text>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <Text>{t('targets.noneFits')}</Text>
        )}
      </Stack>
    </Card>
  );
};
