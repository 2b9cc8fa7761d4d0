/** The readme inside a package. */
import type { PackageKind } from '../ui/package';
import { t } from '../words/words';
import type { Subject } from './manifests/subject';

const USES: Readonly<Record<PackageKind, () => string>> = {
  zip: () =>
    t(
      'Unpack it into any folder of any web server. A file that is opened from the disk will not do: browsers load no modules from there.',
    ),
  scorm12: () => t('Upload the zip as it is, as a SCORM package (version 1.2).'),
  scorm2004: () => t('Upload the zip as it is, as a SCORM package (version 2004, 4th edition).'),
  cmi5: () =>
    t(
      'Upload the zip as it is, as a cmi5 package. The lesson sends what students do to the platform that started it, and to nobody else.',
    ),
};

export function readme(kind: PackageKind, { title, question, files, address }: Subject): string {
  return [
    title,
    question,
    t('A lesson of the Vegas Lab, with its bench.'),
    USES[kind](),
    t("The lesson's page is {file}.", { file: files[0] }),
    t('Made from {address}', { address }),
    t('Licence: Apache-2.0, see LICENSE.txt.'),
  ].join('\n\n');
}
