import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { cmi5Structure, type Subject, scorm12Manifest, scorm2004Manifest } from './manifests';

const SUBJECT: Subject = {
  name: 'rem',
  title: 'Marks & "prices" <here>',
  question: 'Who pays?\u0000',
  minutes: 40,
  files: ['lessons/rem/index.html', 'index.html', 'assets/a.js'],
  address: 'https://lab.example/lab/lessons/rem/',
};

/** Errors reported by libxml2. */
async function errorsOf(xml: string, schema?: string): Promise<string[]> {
  const { errors } = await validateXML(
    schema === undefined
      ? { xml, normalization: 'format' }
      : { xml, schema: [{ fileName: 'schema.xsd', contents: schema }] },
  );
  return errors.map(({ message }) => message);
}

/** Attributes of the first element with this name. */
function attributesOf(xml: string, name: string): Record<string, string> {
  const [, inside = ''] = new RegExp(`<${name}\\b([^>]*?)/?>`).exec(xml) ?? [];
  return Object.fromEntries(
    [...inside.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
}

describe.each([
  ['SCORM 1.2', scorm12Manifest, '1.2', 'adlcp:scormtype'],
  ['SCORM 2004', scorm2004Manifest, '2004 4th Edition', 'adlcp:scormType'],
])('the manifest of %s', (_, write, version, scormType) => {
  const xml = write(SUBJECT);

  it('is well-formed even if a title has special characters', async () => {
    expect(await errorsOf(xml)).toEqual([]);
    expect(xml).toContain('<title>Marks &amp; &quot;prices&quot; &lt;here&gt;</title>');
    expect(
      await errorsOf(xml.replace('</resources>', '')),
      'the validator must report a broken file',
    ).not.toEqual([]);
  });

  it('states its SCORM version', () => {
    expect(xml).toContain(`<schema>ADL SCORM</schema><schemaversion>${version}</schemaversion>`);
  });

  it('links its organization to the page and lists every file once', () => {
    const { default: organization } = attributesOf(xml, 'organizations');
    expect(attributesOf(xml, 'organization').identifier).toBe(organization);
    const resource = attributesOf(xml, 'resource');
    expect(attributesOf(xml, 'item').identifierref).toBe(resource.identifier);
    expect(resource).toMatchObject({ type: 'webcontent', href: SUBJECT.files[0], [scormType]: 'sco' });
    expect([...xml.matchAll(/<file href="([^"]+)"/g)].map(([, href]) => href)).toEqual(SUBJECT.files);
  });

  it('states a schema location for every namespace', () => {
    const root = attributesOf(xml, 'manifest');
    const places = (root['xsi:schemaLocation'] ?? '').split(' ').filter((_, place) => place % 2 === 0);
    const used = Object.entries(root).flatMap(([key, value]) =>
      /^xmlns(:(?!xsi))?/.test(key) ? [value] : [],
    );
    expect(places.sort()).toEqual(used.filter((one) => !one.endsWith('XMLSchema-instance')).sort());
  });
});

it('SCORM 2004 lets the lesson set completion and success', () => {
  expect(attributesOf(scorm2004Manifest(SUBJECT), 'imsss:deliveryControls')).toEqual({
    tracked: 'true',
    completionSetByContent: 'true',
    objectiveSetByContent: 'true',
  });
});

describe('the course structure of cmi5', () => {
  const schema = readFileSync(new URL('./schema/CourseStructure.xsd', import.meta.url), 'utf8');
  const xml = cmi5Structure(SUBJECT);

  it('the course structure of cmi5 conforms to the published schema', async () => {
    expect(await errorsOf(xml, schema)).toEqual([]);
    expect(await errorsOf(xml.replace('masteryScore="1.0"', 'masteryScore="2"'), schema)).not.toEqual([]);
  });

  it("the course structure of cmi5 states the lesson's completion rule and address", () => {
    expect(attributesOf(xml, 'au')).toMatchObject({
      launchMethod: 'AnyWindow',
      moveOn: 'CompletedOrPassed',
      masteryScore: '1.0',
    });
    expect(attributesOf(xml, 'au').id).not.toBe(attributesOf(xml, 'course').id);
    expect(xml).toContain(`<url>${SUBJECT.files[0]}</url>`);
  });
});
