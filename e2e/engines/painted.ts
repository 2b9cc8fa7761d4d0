/** The pictures that are compared, and where one project of the tests leaves them for the last. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import type { Picture } from './picture';

/** Two differ in the receiver alone, the third in its sender. */
export const SCENARIOS = ['ahn-fig1-rr', 'ahn-fig1-rt', 'ahn-fig1-vr'] as const;

export const PAINTED = ['sender-sequence', 'queue'] as const;

const fileOf = (info: TestInfo, engine: string) => join(info.project.outputDir, 'pictures', `${engine}.json`);

export function keepPictures(info: TestInfo, pictures: Record<string, Picture>): void {
  const file = fileOf(info, info.project.name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify(pictures));
}

/** Null if this engine has painted none. */
export function picturesOf(info: TestInfo, engine: string): Record<string, Picture> | null {
  const file = fileOf(info, engine);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
