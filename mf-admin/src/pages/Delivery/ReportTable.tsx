import { useAdminMessages } from '../../i18n/messages';
import type { ChartSlot } from './use-chart-slots';

interface ReportTableProps {
  caption: string;
  slots: readonly ChartSlot[];
}

/** The numbers of a chart for screen readers, without the periods that have none. */
export const ReportTable = ({ caption, slots }: ReportTableProps) => {
  const t = useAdminMessages();
  return (
    <table className="ob-visually-hidden">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('delivery.chart.from')}</th>
          <th scope="col">{t('delivery.chart.loads')}</th>
          <th scope="col">{t('delivery.chart.failures')}</th>
        </tr>
      </thead>
      <tbody>
        {slots
          .filter(({ loads }) => loads > 0)
          .map(({ at, time, loads, failures }) => (
            <tr key={at}>
              <th scope="row">{time}</th>
              <td>{loads}</td>
              <td>{failures}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
};
