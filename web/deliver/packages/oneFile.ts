/**
 * Puts a lesson into one HTML file that opens from a disk without a server. Its policy allows the scripts and styles inside by their
 * digests, and no request at all. scripts/build/one-file.mjs builds the parts.
 */
import { escaped } from '../../base/escaped';
import type { LessonCopy } from '../../lessons/copy/format';

/** The folder of the parts in the lab. */
const FOLDER = 'one-file/';

export const DIGESTS = `${FOLDER}digests.json`;

export interface FileParts {
  shared: string;
  lesson: string;
  style: string;
  /** The digests of all parts, by their names in the folder. */
  digests: Readonly<Record<string, string>>;
}

/**
 * Before everything else in the file's body, so that it's there if the rest is cut off or changed: then the browser runs no script. The
 * lesson takes its place.
 */
const DAMAGED =
  '<p>This lesson starts in a moment. If it doesn’t, this file is damaged or incomplete: download it again, or ask your teacher for it.</p>';

/** The paths of a lesson's parts in the lab. */
export function partsOf(lesson: string): Record<keyof Omit<FileParts, 'digests'>, string> {
  return {
    shared: `${FOLDER}shared.js`,
    lesson: `${FOLDER}lessons/${lesson}.js`,
    style: `${FOLDER}style.css`,
  };
}

/** A teacher's copy, which the page shows instead of the lesson. */
function copyAttribute(copy: LessonCopy | undefined): string {
  return copy === undefined ? '' : ` data-package-copy="${escaped(JSON.stringify(copy))}"`;
}

/** `lab` is the lab's address, where the file's links lead. */
export function oneFile(
  { name, title, copy }: { name: string; title: string; copy?: LessonCopy | undefined },
  lab: string,
  { shared, lesson, style, digests }: FileParts,
): string {
  const source = (part: keyof Omit<FileParts, 'digests'>) =>
    `'${digests[partsOf(name)[part].slice(FOLDER.length)] ?? ''}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${source('shared')} ${source('lesson')} 'wasm-unsafe-eval'`,
    `style-src ${source('style')}`,
    'worker-src blob: data:',
    'img-src data: blob:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en" data-package="html" data-package-lesson="${escaped(name)}" data-root="${escaped(lab)}"${copyAttribute(copy)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Vegas Lab</title>
</head>
<body>
<div id="lab">${DAMAGED}</div>
<style>${style}</style>
<noscript>Vegas Lab simulates networks in your browser and needs JavaScript for it.</noscript>
<script>${shared}</script>
<script>${lesson}</script>
</body>
</html>
`;
}
