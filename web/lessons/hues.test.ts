import { expect, it } from 'vitest';
import { OWN } from '../plot/hues';
import { COURSE, openLesson } from './course';
import type { Arm } from './lesson';
import { scenarioOf } from './simulatedLesson';

it.each(COURSE.map(({ name }) => name))('the senders of %s that have a color differ in it', async (name) => {
  const experiments = Object.values((await openLesson(name))?.lesson.experiments ?? {});
  const arms = experiments.flatMap((one) => ('arms' in one ? Object.values<Arm>(one.arms) : []));
  const scenarios = await Promise.all(arms.map((arm) => scenarioOf(arm)));
  const presets = new Set(scenarios.flatMap(({ flows }) => flows.map(({ sender }) => sender.preset ?? '')));
  const colors = [...presets].flatMap((preset) => OWN.get(preset) ?? []);
  expect(new Set(colors).size).toBe(colors.length);
});
