// What other sites learn of a page before anybody opens it: previews of links, and oEmbed. Most of it needs the lab's whole address,
// which only whoever publishes it knows: the build takes it from the environment, and leaves out what needs it where it is not said.
import { Stop } from './child.mjs';

export const VARIABLE = 'VEGASLAB_ADDRESS';

/** Of public/preview.png, pixels. */
const PICTURE = { file: 'preview.png', width: 1200, height: 630 };

/** Size that a host should reserve for a lesson, pixels. */
const FRAME = { width: 800, height: 900 };

/** The lab's whole address with a slash at its end; null if the environment does not say. @param {Record<string, string | undefined>} env */
export function publicAddress(env = process.env) {
  const said = env[VARIABLE];
  if (said === undefined || said === '') return null;
  const url = URL.canParse(said) ? new URL(said) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search + url.hash !== '')
    throw new Stop(`${VARIABLE} is ${said}; allowed: the lab's whole address, as https://example.org/lab/`);
  return url.href.replace(/\/*$/, '/');
}

/**
 * Metadata for previews of a link to the page.
 * @param {{ title: string, description: string, folder: string, name?: string }} page `name`: that of the lesson, on the page of one
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
  const written = tags.map(
    ([attribute, key, value]) => `<meta ${attribute}="${key}" content="${escaped(value)}">`,
  );
  if (address !== null && name !== '')
    written.push(
      `<link rel="canonical" href="${escaped(address + folder)}">`,
      `<link rel="alternate" type="application/json+oembed" href="${escaped(address + oembedFile(name))}" title="${escaped(title)}">`,
    );
  return written.join('\n    ');
}

/** Path of a lesson's oEmbed answer, relative to the lab's address. @param {string} lesson */
export function oembedFile(lesson) {
  return `embed/oembed/${lesson}.json`;
}

/**
 * The oEmbed answer for a lesson: a file, because there is no server that could be asked.
 * @param {{ title: string, name: string }} lesson
 * @param {string} address
 * @param {typeof import('../web/embed/snippet').snippetOf} snippetOf
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
