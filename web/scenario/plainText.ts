/** A scenario as plain JSON. */
import { object, string } from 'valibot';
import { readJson } from '../base/schema';
import type { Scenario } from '../engine/schema';
import { withoutCopies } from './copies';

/**
 * Writes a changed scenario. Unchanged copies of a flow are one entry, as they were before the change. The engine's scenario leaves out `$schema`, by which other editors find the schema; it's taken from the text
 * before the change.
 */
export function plainText(scenario: Scenario, before: string): string {
  return JSON.stringify({ ...schemaIn(before), ...withoutCopies(scenario) }, null, 2);
}

const WITH_SCHEMA = object({ $schema: string() });

function schemaIn(text: string): { $schema?: string } {
  // Parse the text only if it can have the field, because every step of a slider comes here.
  return (text.includes('"$schema"') && readJson(WITH_SCHEMA, text)) || {};
}
