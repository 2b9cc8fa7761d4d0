/** Inputs for files offer all of them: iPads and phones grey out files whose types they don't know, and files come without endings. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../../scripts/child.mjs';

const WEB = `${ROOT}web/`;

/** The attributes of each `<input type="file">` in a module. */
function fileInputs(module: string): string[] {
  const inputs = readFileSync(WEB + module, 'utf8').match(/<input\b(?:=>|[^>])*>/g) ?? [];
  return inputs.filter((attributes) => attributes.includes('type="file"'));
}

it('no input for files asks for endings or types', () => {
  const modules = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  const inputs = modules.flatMap((file) => fileInputs(file).map((attributes) => ({ file, attributes })));
  expect(inputs.length).toBeGreaterThan(4);
  for (const { file, attributes } of inputs) expect(attributes, file).not.toMatch(/\baccept=/);
});
