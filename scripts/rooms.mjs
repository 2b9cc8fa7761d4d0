// The rooms of web/, the folders directly in it, and their parts: folders in a room that have a cascade layer and a catalogue of
// translations of their own.

/**
 * The lowest room first: a room imports only from rooms before it. The parts are in the order of their cascade layers; the room's own
 * name stands for the files that are in none.
 * @type {Record<string, readonly string[]>}
 */
export const ROOMS = {
  base: ['storage', 'words', 'base'],
  engine: ['engine'],
  scenario: ['content', 'scenario'],
  run: ['run', 'share'],
  ui: ['ui', 'keys'],
  plot: ['plot'],
  lab: ['export', 'panels', 'topology', 'time', 'controls', 'compare', 'findings', 'lab'],
  papers: ['papers', 'charts', 'evidence'],
  sweep: ['sweep'],
  bench: ['builder', 'sound', 'import', 'gallery', 'tour', 'bench'],
  lessons: ['lessons', 'course'],
  deliver: ['offline', 'packages', 'sdk', 'embed', 'element', 'deliver'],
  classroom: ['presenting', 'assignments', 'author', 'teach', 'classroom'],
  site: ['palette', 'home', 'privacy', 'site'],
};

/** The room of a file, or null if it's in none. The lessons' texts and components belong to the room `lessons`. @param {string} file its path in the repository */
export function roomOf(file) {
  if (file.startsWith('content/lessons/')) return 'lessons';
  const [, room = ''] = /^web\/(\w+)\//.exec(file) ?? [];
  return Object.hasOwn(ROOMS, room) ? room : null;
}

/** The part of a file, or null if it's in no room. @param {string} file its path in the repository */
export function partOf(file) {
  const room = roomOf(file);
  if (room === null) return null;
  const [, part = ''] = /^web\/\w+\/(\w+)\//.exec(file) ?? [];
  return ROOMS[room]?.includes(part) ? part : room;
}
