/** Colors for print: those of the light theme, whatever the screen shows. */
import type { Theme } from '../../ui/theme';

/** Read from the style sheets, because the document itself may be dark. */
export function paperTheme(): Theme {
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
  // Double quotes would end the attribute that contains the font.
  return { colour, font: (size) => `${size}px ${colour('sans').replaceAll('"', "'")}`, scale: 1 };
}
