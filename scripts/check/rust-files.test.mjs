import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../child.mjs';
import { withoutComments } from './rust-files.mjs';

it('removes only comments', () => {
  expect(withoutComments('/// One.\nfn f() { /* two */ g(1) } // three\n')).toBe('fn f() { g(1) }');
  expect(withoutComments('let s = "//  kept"; // dropped')).toBe('let s = "//  kept";');
  expect(withoutComments('let s = r#"a " // kept"#; // dropped')).toBe('let s = r#"a " // kept"#;');
  expect(withoutComments(`let q = '"'; // dropped\nlet e = '\\''; // dropped`)).toBe(
    `let q = '"'; let e = '\\'';`,
  );
  expect(withoutComments("fn f<'a>(x: &'a str) {} // dropped")).toBe("fn f<'a>(x: &'a str) {}");
});

it('keeps all code of a long file', () => {
  const source = readFileSync(`${ROOT}engine-wasm/sim/src/schema/macros.rs`, 'utf8');
  const code = withoutComments(source);
  expect(code).not.toMatch(/\/\/\/ /);
  expect(code.split('macro_rules!').length).toBe(source.split('macro_rules!').length);
});
