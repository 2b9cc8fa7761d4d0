/**
 * Writes `imsmanifest.xml` for SCORM 2004, 4th edition. Its sequencing rules let the lesson report completion and
 * success, and let students enter and leave freely.
 */
import type { Subject } from './subject';
import { documentOf, element, text } from './xml';

const NAMESPACES = {
  xmlns: 'http://www.imsglobal.org/xsd/imscp_v1p1',
  'xmlns:adlcp': 'http://www.adlnet.org/xsd/adlcp_v1p3',
  'xmlns:adlseq': 'http://www.adlnet.org/xsd/adlseq_v1p3',
  'xmlns:adlnav': 'http://www.adlnet.org/xsd/adlnav_v1p3',
  'xmlns:imsss': 'http://www.imsglobal.org/xsd/imsss',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': [
    'http://www.imsglobal.org/xsd/imscp_v1p1 imscp_v1p1.xsd',
    'http://www.adlnet.org/xsd/adlcp_v1p3 adlcp_v1p3.xsd',
    'http://www.adlnet.org/xsd/adlseq_v1p3 adlseq_v1p3.xsd',
    'http://www.adlnet.org/xsd/adlnav_v1p3 adlnav_v1p3.xsd',
    'http://www.imsglobal.org/xsd/imsss imsss_v1p0.xsd',
  ].join(' '),
};

export function scorm2004Manifest({ name, title, files }: Subject): string {
  const item = element(
    'item',
    { identifier: 'ITEM', identifierref: 'PAGE', isvisible: 'true' },
    element('title', {}, text(title)),
    element(
      'imsss:sequencing',
      {},
      element('imsss:deliveryControls', {
        tracked: 'true',
        completionSetByContent: 'true',
        objectiveSetByContent: 'true',
      }),
    ),
  );
  const organization = element(
    'organization',
    { identifier: 'LESSON' },
    element('title', {}, text(title)),
    item,
    element('imsss:sequencing', {}, element('imsss:controlMode', { choice: 'true', flow: 'true' })),
  );
  return documentOf(
    element(
      'manifest',
      { identifier: `vegas-lab.${name}`, version: '1.0', ...NAMESPACES },
      element(
        'metadata',
        {},
        element('schema', {}, 'ADL SCORM'),
        element('schemaversion', {}, '2004 4th Edition'),
      ),
      element('organizations', { default: 'LESSON' }, organization),
      element(
        'resources',
        {},
        element(
          'resource',
          { identifier: 'PAGE', type: 'webcontent', 'adlcp:scormType': 'sco', href: files[0] },
          ...files.map((href) => element('file', { href })),
        ),
      ),
    ),
  );
}
