/** Gives senders their colors in everything inside, in style sheets and on canvases. */
import { type ReactNode, useMemo } from 'react';
import { ThemeProvider, useTheme } from '../ui/theme';
import { asStyle, hueOf } from './hues';
import './plot.css';

interface Props {
  /** As from `colorsIn`; none leaves all colors as they are. */
  colors: readonly number[];
  children: ReactNode;
}

export function SenderColors({ colors, children }: Props) {
  const outer = useTheme();
  const key = colors.join();
  const [theme, style] = useMemo(() => {
    const all = key === '' ? [] : key.split(',').map(Number);
    const replaced = (token: string) => hueOf(token, all);
    return [{ ...outer, replaced, color: (token: string) => outer.color(replaced(token)) }, asStyle(all)];
  }, [outer, key]);
  return (
    <div className="sender-colors" style={style}>
      <ThemeProvider value={theme}>{children}</ThemeProvider>
    </div>
  );
}
