/** The theme for print: always the light one. */
import type { Theme } from '../../ui/theme';

/** Reads the light theme from the style sheets, because the document may currently be dark. */
export function printTheme(): Theme {
  const light = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .flatMap((rule) => (rule instanceof CSSLayerBlockRule ? [...rule.cssRules] : [rule]))
    .filter((rule): rule is CSSStyleRule => rule instanceof CSSStyleRule && rule.selectorText === ':root');
  const colour = (token: string): string => {
    for (const { style } of light) {
      const value = style.getPropertyValue(`--${token}`).trim();
      if (value !== '') return value;
    }
    return '';
  };
  // Double quotes would end the SVG attribute that contains the font.
  return { colour, font: (size) => `${size}px ${colour('sans').replaceAll('"', "'")}`, scale: 1 };
}
