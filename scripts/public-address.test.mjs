import { expect, test } from 'vitest';
import { oembedOf, previewTags, publicAddress } from './public-address.mjs';

const PAGE = { title: 'A "price"', description: 'What & why', folder: 'lessons/rem/', name: 'rem' };

test('an address is taken with a slash at its end, and a wrong one ends the build', () => {
  expect(publicAddress({})).toBeNull();
  expect(publicAddress({ VEGASLAB_ADDRESS: '' })).toBeNull();
  expect(publicAddress({ VEGASLAB_ADDRESS: 'https://example.org/lab' })).toBe('https://example.org/lab/');
  for (const wrong of ['lab', 'ftp://example.org/', 'https://example.org/?a=1'])
    expect(() => publicAddress({ VEGASLAB_ADDRESS: wrong })).toThrow(/allowed: the lab's whole address/);
});

test('without an address, everything that needs one is left out', () => {
  const tags = previewTags(PAGE, null);
  expect(tags).toContain('<meta property="og:title" content="A &quot;price&quot;">');
  expect(tags).not.toMatch(/og:image|og:url|oembed|canonical/);
});

test('with one, a lesson names its picture and its oEmbed file', () => {
  const tags = previewTags(PAGE, 'https://example.org/lab/');
  expect(tags).toContain('<meta property="og:url" content="https://example.org/lab/lessons/rem/">');
  expect(tags).toContain('<meta property="og:image" content="https://example.org/lab/preview.png">');
  expect(tags).toContain(
    'type="application/json+oembed" href="https://example.org/lab/embed/oembed/rem.json"',
  );
});

test('the oEmbed answer has all that its standard asks of a rich one', () => {
  const frame = /** @type {any[]} */ ([]);
  const answer = JSON.parse(
    oembedOf(PAGE, 'https://example.org/lab/', (one) => {
      frame.push(one);
      return '<iframe></iframe>';
    }),
  );
  expect(frame[0].address).toBe('https://example.org/lab/embed/?lesson=rem');
  expect(answer).toMatchObject({
    version: '1.0',
    type: 'rich',
    html: '<iframe></iframe>',
    width: 800,
    height: 900,
  });
  expect(answer.thumbnail_url).toBe('https://example.org/lab/preview.png');
});
