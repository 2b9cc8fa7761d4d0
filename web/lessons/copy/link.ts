/** Links to copies: the whole copy is in the address after the `#`, compressed like the scenario of a link to the bench. */
import { deflated, deflates, fromBase64Url, inflated, toBase64Url } from '../../base/bytes';
import { shortened } from '../../base/shortened';
import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { LessonCopy } from './format';

/** Longest link, in characters: that of links to the bench. Their module isn't imported, because the bench would load a chunk more. */
export const LONGEST_LINK = 1 << 21;

/** Version of the links. */
const VERSION = '1';

/** The parameters of a copy's links. Throws if the link would be too long to open. */
export async function copyQuery(copy: LessonCopy): Promise<URLSearchParams> {
  const query = new URLSearchParams({ v: VERSION });
  const text = JSON.stringify(copy);
  if (deflates()) query.set('packed', toBase64Url(await deflated(text)));
  else query.set('plain', toBase64Url(new TextEncoder().encode(text)));
  checkLength(query);
  return query;
}

function checkLength(query: URLSearchParams): void {
  const characters = `${query}`.length;
  if (characters > LONGEST_LINK)
    throw new Error(
      t('This link is too long: {characters} characters. The lab opens links of up to {most}.', {
        characters: formatCount(characters),
        most: formatCount(LONGEST_LINK),
      }),
    );
}

/** The text of the copy in an address; null if there is none. The error's message is shown to users. */
export async function copyTextIn(query: URLSearchParams): Promise<string | null> {
  const version = query.get('v');
  if (version === null) return null;
  if (version !== VERSION)
    throw new Error(
      t('This link has version {version} of changed lessons, but this page knows only version {known}.', {
        version: shortened(version),
        known: VERSION,
      }),
    );
  checkLength(query);
  const [plain, packed] = [query.get('plain'), query.get('packed')];
  try {
    const bytes = fromBase64Url(plain ?? packed ?? '');
    const text = plain === null ? await inflated(bytes) : bytes;
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    throw new Error(t('The lesson in this link is damaged. Part of the link may be missing.'));
  }
}
