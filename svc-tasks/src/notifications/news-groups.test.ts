import { describe, expect, it } from 'vitest';
import type { NewsKind } from '../news-queue/queue-news';
import { groupNews } from './news-groups';

const group = (...news: [NewsKind, number][]): string[] =>
  groupNews(news.map(([kind, public_task_id], id) => ({ id, kind, public_task_id }))).map((one) =>
    one.map(({ id }) => id).join(),
  );

describe('groupNews', () => {
  it('joins news of one kind about different tasks', () => {
    expect(
      group(
        ['COMMENTED', 1],
        ['STATUS_CHANGED', 2],
        ['COMMENTED', 3],
        ['STATUS_CHANGED', 4],
        ['COMMENTED', 5],
      ),
    ).toEqual(['0,2,4', '1,3']);
  });

  it('keeps the order of the news of a task', () => {
    expect(group(['MENTIONED', 1], ['COMMENTED', 1], ['MENTIONED', 2], ['COMMENTED', 2])).toEqual([
      '0,2',
      '1,3',
    ]);
    expect(group(['COMMENTED', 1], ['MENTIONED', 1], ['MENTIONED', 2], ['COMMENTED', 2])).toEqual([
      '0',
      '1,2',
      '3',
    ]);
  });

  it('never joins two news of a task', () => {
    expect(group(['COMMENTED', 1], ['COMMENTED', 1], ['COMMENTED', 2], ['COMMENTED', 1])).toEqual([
      '0,2',
      '1',
      '3',
    ]);
  });

  it('returns nothing for no news', () => {
    expect(group()).toEqual([]);
  });
});
