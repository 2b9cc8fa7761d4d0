/** Links to copies: the whole copy is in the address after the `#`, compressed like the scenario of a link to the bench. */
import { LONGEST_LINK, packed, unpacked } from '../../share/address';
import { formatCount } from '../../words/format';
import { t } from '../../words/words';
import type { LessonCopy } from './format';

/** Version of the links. */
const VERSION = '1';

/** The parameters of a copy's links. Throws if the link would be too long to open. */
export async function copyQuery(copy: LessonCopy): Promise<URLSearchParams> {
  const query = new URLSearchParams({ v: VERSION });
  query.set(...(await packed(JSON.stringify(copy))));
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
        version,
        known: VERSION,
      }),
    );
  checkLength(query);
  const text = await unpacked(query).catch(() => null);
  if (text === null)
    throw new Error(t('The lesson in this link is damaged. Part of the link may be missing.'));
  return text;
}
