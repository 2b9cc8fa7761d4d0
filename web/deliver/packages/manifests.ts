/** Writes the manifests of lesson packages for SCORM 1.2, SCORM 2004 and cmi5. */

/** A lesson's data in a manifest. */
export interface Subject {
  /** The lesson's folder name: letters, digits and hyphens. */
  name: string;
  title: string;
  /** The lesson's question. */
  question: string;
  /** The time that a student needs, in minutes. */
  minutes: number;
  /** All files of the package except the manifest, relative to its root; the page comes first. */
  files: readonly [page: string, ...others: string[]];
  /** The lesson's address on the host that makes the package. */
  address: string;
}

/** Attributes of an XML element, unescaped. */
export type Attributes = Readonly<Record<string, string>>;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML 1.0 forbids. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this expression finds control characters
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes reserved characters and removes forbidden ones. */
export function text(words: string): string {
  return words.replace(FORBIDDEN, '').replace(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter);
}

export function element(name: string, attributes: Attributes, ...inside: string[]): string {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${text(value)}"`)].join(
    ' ',
  );
  return inside.length === 0 ? `<${start}/>` : `<${start}>${inside.join('')}</${name}>`;
}

export function documentOf(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

/** Writes `cmi5.xml`: a course with one lesson, which students pass by completing everything in it. */
export function cmi5Structure({ title, question, files, address }: Subject): string {
  const langstring = (name: string, words: string) =>
    element(name, {}, element('langstring', { lang: 'en' }, text(words)));
  const about = [langstring('title', title), langstring('description', question)];
  return documentOf(
    element(
      'courseStructure',
      { xmlns: 'https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd' },
      element('course', { id: `${address}#course` }, ...about),
      element(
        'au',
        {
          id: `${address}#lesson`,
          launchMethod: 'AnyWindow',
          moveOn: 'CompletedOrPassed',
          masteryScore: '1.0',
          activityType: 'http://adlnet.gov/expapi/activities/lesson',
        },
        ...about,
        element('url', {}, text(files[0])),
      ),
    ),
  );
}

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

/** Writes `imsmanifest.xml` for SCORM 1.2: one organization, one item, and one resource with all files. */
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

const SCORM2004_NAMESPACES = {
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

/**
 * Writes `imsmanifest.xml` for SCORM 2004, 4th edition. Its sequencing rules let the lesson report completion and
 * success, and let students enter and leave freely.
 */
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
      { identifier: `vegas-lab.${name}`, version: '1.0', ...SCORM2004_NAMESPACES },
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
