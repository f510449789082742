import type { NewsKind } from '../news-queue/queue-news';

interface News {
  kind: NewsKind;
  public_task_id: number;
}

/**
 * Groups news for one statement each: news of one kind about different tasks. The groups keep the order of each task's
 * news, because an earlier one decides about a later one: a mention replaces the news of its comment, and who is
 * mentioned gets the next ones.
 */
export const groupNews = <T extends News>(news: readonly T[]): T[][] => {
  const groups: { kind: NewsKind; news: T[] }[] = [];
  const lastGroupOfTask = new Map<number, number>();
  for (const one of news) {
    const earlier = lastGroupOfTask.get(one.public_task_id) ?? -1;
    const found = groups.findIndex(({ kind }, index) => index > earlier && kind === one.kind);
    const index = found === -1 ? groups.push({ kind: one.kind, news: [] }) - 1 : found;
    groups[index]?.news.push(one);
    lastGroupOfTask.set(one.public_task_id, index);
  }
  return groups.map((group) => group.news);
};
