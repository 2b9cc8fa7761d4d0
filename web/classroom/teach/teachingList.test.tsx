import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TeachingList } from './TeachingList';

it('the prerendered list has no popover in a paragraph, which browsers would end before it', () => {
  const html = renderToString(<TeachingList />);
  expect(html).toContain('popover');
  for (const [paragraph] of html.matchAll(/<p[ >].*?<\/p>/gs))
    expect(paragraph).not.toMatch(/<(?:div|ul|p[ >].*<p)/);
});
