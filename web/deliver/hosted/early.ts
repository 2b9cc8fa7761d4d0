/** The options that a frame's first script reads, before it loads the lab. */
import type { ThemeChoice } from '../../ui/themeStore';

export const THEMES = ['system', 'light', 'dark'] as const satisfies readonly ThemeChoice[];

/** The theme with this name; null if there is none. Elements call the system's `auto`. */
export function themeNamed(text: string): ThemeChoice | null {
  const name = text.trim();
  return name === 'auto' ? 'system' : (THEMES.find((theme) => theme === name) ?? null);
}

/** The origin of an http or https address that consists of nothing else; null for any other text. */
export function originOf(text: string): string | null {
  try {
    const { origin, protocol } = new URL(text);
    return ['http:', 'https:'].includes(protocol) && origin === text.trim().replace(/\/$/, '')
      ? origin
      : null;
  } catch {
    return null;
  }
}
