/** The compared pictures, and the folder where each engine's project saves them for the comparison. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import type { Picture } from './picture';

/** The first two differ only in the receiver, the third also in the sender. */
export const SCENARIOS = ['ahn-fig1-rr', 'ahn-fig1-rt', 'ahn-fig1-vr'] as const;

export const PAINTED = ['sender-sequence', 'queue'] as const;

const fileOf = (info: TestInfo, engine: string) => join(info.project.outputDir, 'pictures', `${engine}.json`);

export function keepPictures(info: TestInfo, pictures: Record<string, Picture>): void {
  const file = fileOf(info, info.project.name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify(pictures));
}

/** Null if this engine saved none. */
export function picturesOf(info: TestInfo, engine: string): Record<string, Picture> | null {
  const file = fileOf(info, engine);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
