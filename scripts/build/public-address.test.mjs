import { expect, test } from 'vitest';
import { oembedOf, previewTags, publicAddress } from './public-address.mjs';

const PAGE = { title: 'A "price"', description: 'What & why', folder: 'lessons/rem/', name: 'rem' };

test('adds a slash to the address and rejects an invalid address', () => {
  expect(publicAddress({})).toBeNull();
  expect(publicAddress({ VEGASLAB_ADDRESS: '' })).toBeNull();
  expect(publicAddress({ VEGASLAB_ADDRESS: 'https://example.org/lab' })).toBe('https://example.org/lab/');
  for (const wrong of ['lab', 'ftp://example.org/', 'https://example.org/?a=1'])
    expect(() => publicAddress({ VEGASLAB_ADDRESS: wrong })).toThrow(/allowed: the lab's full address/);
});

test('without an address, omits all tags that need one', () => {
  const tags = previewTags(PAGE, null);
  expect(tags).toContain('<meta property="og:title" content="A &quot;price&quot;">');
  expect(tags).not.toMatch(/og:image|og:url|oembed|canonical/);
});

test('with an address, a lesson links to its picture and its oEmbed file', () => {
  const tags = previewTags(PAGE, 'https://example.org/lab/');
  expect(tags).toContain('<meta property="og:url" content="https://example.org/lab/lessons/rem/">');
  expect(tags).toContain('<meta property="og:image" content="https://example.org/lab/preview.png">');
  expect(tags).toContain(
    'type="application/json+oembed" href="https://example.org/lab/embed/oembed/rem.json"',
  );
});

test('the oEmbed response has all fields that the standard requires of rich content', () => {
  const frames = /** @type {any[]} */ ([]);
  const response = JSON.parse(
    oembedOf(PAGE, 'https://example.org/lab/', (frame) => {
      frames.push(frame);
      return '<iframe></iframe>';
    }),
  );
  expect(frames[0].address).toBe('https://example.org/lab/embed/?lesson=rem');
  expect(response).toMatchObject({
    version: '1.0',
    type: 'rich',
    html: '<iframe></iframe>',
    width: 800,
    height: 900,
  });
  expect(response.thumbnail_url).toBe('https://example.org/lab/preview.png');
});
