import type { RemoteDelivery } from '@obieg/contracts';
import { Text } from '@obieg/ui';
import { useId } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import { findAxisEnd } from './chart-scale';
import classes from './delivery.module.css';
import { ReportTable } from './ReportTable';
import { type ChartSlot, useChartSlots } from './use-chart-slots';

type Reports = RemoteDelivery['reports'];
type Channel = 'stable' | 'canary';

const slotWidth = 10;
const height = 100;
const gap = 3;
/** Each label needs the width of three bars on a phone. */
const labelEvery = 3;

interface BarProps {
  index: number;
  slot: ChartSlot;
  /** Number of loads of a bar with the full height. */
  axisEnd: number;
  /** Id of the pattern of failures, which differ by more than their color. */
  patternId: string;
}

/** Loads of five minutes, with the failures at the bottom. */
const Bar = ({ index, slot: { loads, failures }, axisEnd, patternId }: BarProps) => {
  const scale = (count: number): number => (count / axisEnd) * height;
  const frame = { x: index * slotWidth + gap / 2, width: slotWidth - gap };
  return (
    <>
      <rect className={classes['loads']} {...frame} y={height - scale(loads)} height={scale(loads)} />
      <rect fill={`url(#${patternId})`} {...frame} y={height - scale(failures)} height={scale(failures)} />
    </>
  );
};

const Plot = ({ slots, axisEnd }: { slots: readonly ChartSlot[]; axisEnd: number }) => {
  const patternId = useId();
  const width = slots.length * slotWidth;
  return (
    <svg
      aria-hidden="true"
      className={classes['plot']}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
    >
      <pattern id={patternId} width="10" height="6" patternUnits="userSpaceOnUse">
        <rect className={classes['failures']} width="10" height="6" />
        <rect className={classes['stripe']} width="10" height="2" />
      </pattern>
      {[0, height / 2].map((y) => (
        <line key={y} className={classes['grid']} x1={0} x2={width} y1={y} y2={y} />
      ))}
      {slots.map((slot, index) => (
        <Bar key={slot.at} {...{ index, slot, axisEnd, patternId }} />
      ))}
    </svg>
  );
};

const Legend = () => {
  const t = useAdminMessages();
  return (
    <div className={classes['legend']}>
      <span data-kind="loads">{t('delivery.chart.loads')}</span>
      <span data-kind="failures">{t('delivery.chart.failures')}</span>
    </div>
  );
};

/** The picture for sighted people. {@link ReportTable} has the same numbers. */
const Chart = ({ slots }: { slots: readonly ChartSlot[] }) => {
  const axisEnd = findAxisEnd(Math.max(...slots.map(({ loads }) => loads)));
  return (
    <div aria-hidden="true">
      <Legend />
      <div className={classes['axes']}>
        <div className={classes['counts']}>
          {[axisEnd, axisEnd / 2, 0].map((count) => (
            <span key={count}>{count}</span>
          ))}
        </div>
        <Plot slots={slots} axisEnd={axisEnd} />
        <div className={classes['times']}>
          {slots
            .filter((_, index) => index % labelEvery === 0)
            .map(({ at, time }) => (
              <span key={at}>{time}</span>
            ))}
        </div>
      </div>
    </div>
  );
};

interface ReportChartProps {
  label: string;
  reports: Reports;
  channel: Channel;
}

/** Loads and failures per five minutes of the last hour, as a chart, a table for screen readers, and a sum. */
export const ReportChart = ({ label, reports, channel }: ReportChartProps) => {
  const t = useAdminMessages();
  const slots = useChartSlots(reports, channel);
  const loads = slots.reduce((sum, slot) => sum + slot.loads, 0);
  const failures = slots.reduce((sum, slot) => sum + slot.failures, 0);
  const share = loads === 0 ? 0 : Math.round((failures / loads) * 1000) / 10;
  return (
    <figure className={classes['chart']}>
      {loads === 0 ? null : (
        <>
          <Chart slots={slots} />
          <ReportTable caption={t('delivery.chart.table', { label })} slots={slots} />
        </>
      )}
      <figcaption>
        <Text as="span" size="small" muted>
          {loads === 0
            ? t('delivery.noReports', { label })
            : t('delivery.reports', { label, loads, failures, share })}
        </Text>
      </figcaption>
    </figure>
  );
};
