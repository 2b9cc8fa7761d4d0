/** Writes `imsmanifest.xml` for SCORM 1.2: one organization, one item, one resource with all files. */
import type { Subject } from './subject';
import { documentOf, element, text } from './xml';

const NAMESPACES = {
  xmlns: 'http://www.imsproject.org/xsd/imscp_rootv1p1p2',
  'xmlns:adlcp': 'http://www.adlnet.org/xsd/adlcp_rootv1p2',
  'xmlns:imsmd': 'http://www.imsglobal.org/xsd/imsmd_rootv1p2p1',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': [
    'http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd',
    'http://www.imsglobal.org/xsd/imsmd_rootv1p2p1 imsmd_rootv1p2p1.xsd',
    'http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd',
  ].join(' '),
};

export function scorm12Manifest({ name, title, question, minutes, files }: Subject): string {
  const words = (value: string) => element('imsmd:langstring', { 'xml:lang': 'en' }, text(value));
  const metadata = element(
    'metadata',
    {},
    element('schema', {}, 'ADL SCORM'),
    element('schemaversion', {}, '1.2'),
    element(
      'imsmd:lom',
      {},
      element(
        'imsmd:general',
        {},
        element('imsmd:title', {}, words(title)),
        element('imsmd:language', {}, 'en'),
        element('imsmd:description', {}, words(question)),
      ),
      element(
        'imsmd:educational',
        {},
        element('imsmd:typicallearningtime', {}, element('imsmd:datetime', {}, `PT${minutes}M`)),
      ),
    ),
  );
  const item = element(
    'item',
    { identifier: 'ITEM', identifierref: 'PAGE', isvisible: 'true' },
    element('title', {}, text(title)),
  );
  return documentOf(
    element(
      'manifest',
      { identifier: `vegas-lab.${name}`, version: '1.0', ...NAMESPACES },
      metadata,
      element(
        'organizations',
        { default: 'LESSON' },
        element('organization', { identifier: 'LESSON' }, element('title', {}, text(title)), item),
      ),
      element(
        'resources',
        {},
        element(
          'resource',
          { identifier: 'PAGE', type: 'webcontent', 'adlcp:scormtype': 'sco', href: files[0] },
          ...files.map((href) => element('file', { href })),
        ),
      ),
    ),
  );
}
