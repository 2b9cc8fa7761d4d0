// Metadata for other sites: link previews and oEmbed. Most of it needs the full address of the published lab, which the
// build takes from the environment. Without it, the build leaves out everything that needs the address.
import { Stop } from '../child.mjs';

export const VARIABLE = 'VEGASLAB_ADDRESS';

/** The picture for link previews; sizes in pixels. */
const PICTURE = { file: 'preview.png', width: 1200, height: 630 };

/** The size that a host should reserve for a lesson, in pixels. */
const FRAME = { width: 800, height: 900 };

/** The full address of the lab, with a slash at the end; null if the environment doesn't set it. @param {Record<string, string | undefined>} env */
export function publicAddress(env = process.env) {
  const value = env[VARIABLE];
  if (value === undefined || value === '') return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search + url.hash !== '')
    throw new Stop(
      `${VARIABLE} is ${value}; allowed: the lab's full address, for example https://example.org/lab/`,
    );
  return url.href.replace(/\/*$/, '/');
}

/**
 * Metadata for previews of links to a page.
 * @param {{ title: string, description: string, folder: string, name?: string }} page `name` is the lesson's, if the page is a lesson
 * @param {string | null} address
 */
export function previewTags({ title, description, folder, name = '' }, address) {
  /** @type {[attribute: 'property' | 'name', key: string, value: string][]} */
  const tags = [
    ['property', 'og:type', name === '' ? 'website' : 'article'],
    ['property', 'og:site_name', 'Vegas Lab'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['name', 'twitter:card', address === null ? 'summary' : 'summary_large_image'],
  ];
  if (address !== null)
    tags.push(
      ['property', 'og:url', address + folder],
      ['property', 'og:image', address + PICTURE.file],
      ['property', 'og:image:width', String(PICTURE.width)],
      ['property', 'og:image:height', String(PICTURE.height)],
      ['property', 'og:image:alt', 'A congestion window and a queue, drawn by Vegas Lab'],
    );
  const elements = tags.map(
    ([attribute, key, value]) => `<meta ${attribute}="${key}" content="${escaped(value)}">`,
  );
  if (address !== null && name !== '')
    elements.push(
      `<link rel="canonical" href="${escaped(address + folder)}">`,
      `<link rel="alternate" type="application/json+oembed" href="${escaped(address + oembedFile(name))}" title="${escaped(title)}">`,
    );
  return elements.join('\n    ');
}

/** Path of a lesson's oEmbed response, relative to the lab's address. @param {string} lesson */
export function oembedFile(lesson) {
  return `embed/oembed/${lesson}.json`;
}

/**
 * The oEmbed response for a lesson. It is a static file, because the lab has no server that could compute it.
 * @param {{ title: string, name: string }} lesson
 * @param {string} address
 * @param {typeof import('../../web/deliver/embed/snippet').snippetOf} snippetOf
 */
export function oembedOf({ title, name }, address, snippetOf) {
  const frame = {
    address: `${address}embed/?lesson=${name}`,
    title: `Vegas Lab: ${title}`,
    height: FRAME.height,
  };
  return JSON.stringify(
    {
      version: '1.0',
      type: 'rich',
      title,
      provider_name: 'Vegas Lab',
      provider_url: address,
      html: snippetOf(frame),
      ...FRAME,
      thumbnail_url: address + PICTURE.file,
      thumbnail_width: PICTURE.width,
      thumbnail_height: PICTURE.height,
    },
    null,
    2,
  );
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
