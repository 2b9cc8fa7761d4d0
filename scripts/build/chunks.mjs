// Chooses the modules that are built into one file. A page starts in stages, and modules that the same stages need share a
// file. So a stage takes few requests, and loads nothing that it doesn't need.
import { readdirSync } from 'node:fs';
import { ROOT } from '../child.mjs';

/** @typedef {{ getModuleInfo(id: string): { importedIds: readonly string[] } | null }} Graph */

/** The project's folder as it stands in the ids of modules, which have slashes on every system. */
const FOLDER = ROOT.replaceAll('\\', '/');
const LESSONS = `${FOLDER}content/lessons/`;

/** The ids of modules in `web`. @param {string[]} modules */
const web = (...modules) => modules.map((module) => `${FOLDER}web/${module}`);

/** The entries of all lessons; lessons share the modules that they import. */
const lessons = () =>
  readdirSync(LESSONS).flatMap((name) =>
    ['lesson.ts', 'lesson.mdx'].map((file) => `${LESSONS}${name}/${file}`),
  );

/**
 * The stages, with the modules that begin them. All that these import at once belongs to the stage; what they import later
 * doesn't. A stage that comes `after` another finds all of its modules there.
 * @type {Record<string, { modules: string[], after?: string }>}
 */
const STAGES = {
  home: { modules: web('site/front.tsx') },
  course: { modules: [...web('site/course/main.tsx', 'classroom/LessonPage.tsx'), ...lessons()] },
  lesson: {
    after: 'course',
    modules: web(
      'lessons/stage/StageView.tsx',
      'lessons/experiment/RunView.tsx',
      'lab/topology/PathStrip.tsx',
    ),
  },
  bench: { modules: web('site/main.tsx') },
  tools: {
    after: 'bench',
    modules: web(
      ...[
        'bench/afterRun.ts',
        'bench/OverviewBrush.tsx',
        'lab/controls/Rail.tsx',
        'lab/topology/PathStrip.tsx',
      ],
      ...['lab/findings/Narration.tsx', 'bench/tour/Hints.tsx'],
    ),
  },
};

/**
 * A group for Rolldown's `codeSplitting`, which makes a file for each combination of stages. What a module imports is needed
 * by all stages that need the module, so files never import each other in a circle.
 */
export function chunksByStage() {
  /** @type {Map<string, string> | undefined} */
  let names;
  return {
    debugName: 'stages',
    // Style sheets have groups of their own; a text or a picture is loaded by its name, and a stored run by its address.
    test: (/** @type {string} */ id) =>
      !id.endsWith('.css') && (!id.includes('?') || /\.json\?run$|\.bin\?url$/.test(id)),
    name: (/** @type {string} */ id, /** @type {Graph} */ graph) => {
      names ??= namesByModule(graph);
      return names.get(id) ?? null;
    },
    priority: -1,
    includeDependenciesRecursively: false,
  };
}

/** @param {Graph} graph @returns {Map<string, string>} */
function namesByModule(graph) {
  const members = Object.entries(STAGES).map(([stage, { modules, after }]) => {
    const ids = new Set(modules);
    for (const id of ids) {
      const info = graph.getModuleInfo(id);
      if (info === null) throw new Error(`scripts/build/chunks.mjs: there is no module ${id}`);
      for (const imported of info.importedIds) ids.add(imported);
    }
    return { stage, after, ids };
  });
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const id of new Set(members.flatMap(({ ids }) => [...ids]))) {
    // Each lesson is a file; only its entry and its terms are in the list of lessons.
    if (id.startsWith(LESSONS) && !id.endsWith('.json')) continue;
    const having = new Set(members.filter(({ ids }) => ids.has(id)).map(({ stage }) => stage));
    const needed = members.filter(({ stage, after }) => having.has(stage) && !having.has(after ?? ''));
    names.set(id, needed.map(({ stage }) => stage).join('-'));
  }
  // Loading a module that begins a stage may draw a page, so no chunk may contain two of them.
  for (const { modules } of Object.values(STAGES)) for (const id of modules) names.delete(id);
  return names;
}
