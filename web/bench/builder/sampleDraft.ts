/** For tests: drafts from the templates. */
import { catalogue } from '../../engine/nodeEngine';
import { type Draft, draftOf } from './draft';
import { scenarioFrom, TEMPLATES } from './templates';

export function sampleDraft(id: string, flows: number): Draft {
  const template = TEMPLATES.find((candidate) => candidate.id === id);
  if (template === undefined) throw new Error(`there is no template ${id}`);
  return draftOf(scenarioFrom(template, flows, catalogue));
}
