/**
 * Finds whose a code is. The seed follows from the name, so a name next to a code is its owner's if it gives the code's seed. A
 * code next to a name that is known to be another's is reported, in its own row only.
 */
import { t } from '../words/words';
import type { Entry } from './collection';
import { unverified } from './examine';
import type { Row } from './grading';
import { displayName, nameKey, seedsOf } from './student';

/** The student's page takes no longer names. */
const MAX_NAME_LENGTH = 80;

/** Cells of a row that may be a name, in the rows that show where the names are, and in the others. */
const SAMPLE_CELLS = 200;
const USUAL_CELLS = 16;

/** Rows of a table that show where its names are. */
const SAMPLE_ROWS = 25;

/** A text that may be a name. */
interface Candidate {
  /** Its columns, for example `2` or `2 3`; '' outside of tables. */
  place: string;
  name: string;
  seeds: readonly number[];
}

/** Remembers each text's seeds: hashing takes long, and names are compared after each step. */
export class Names {
  private readonly seeds = new Map<string, readonly number[]>();
  private readonly candidates = new WeakMap<Entry, { key: string; all: readonly Candidate[] }>();

  constructor(private readonly assignment: string) {}

  seedsOf(name: string): readonly number[] {
    const known = this.seeds.get(name);
    if (known !== undefined) return known;
    const seeds = seedsOf(name, this.assignment);
    this.seeds.set(name, seeds);
    return seeds;
  }

  /** The texts in the first columns and at the likely places that may be a name, the likely ones first. */
  private candidatesOf(entry: Entry, likely: readonly string[], columns: number): readonly Candidate[] {
    const key = `${columns} ${likely}`;
    const known = this.candidates.get(entry);
    if (known?.key === key) return known.all;
    const isLikely = (place: string) => likely.includes(place);
    const found = possibleNames(entry, (place, column) => column < columns || isLikely(place));
    const ordered = [
      ...found.filter(({ place }) => isLikely(place)),
      ...found.filter(({ place }) => !isLikely(place)),
    ];
    const all = ordered.map((one) => ({ ...one, seeds: this.seedsOf(one.name) }));
    this.candidates.set(entry, { key, all });
    return all;
  }

  /**
   * Adds each student's name, and flags codes next to a name that isn't their owner's. `chosen` are the numbers of entries that the
   * teacher accepts as they are.
   */
  named(rows: readonly Row[], classList: readonly string[], chosen: ReadonlySet<number>): Row[] {
    const listed = new Map<string, string>();
    const owners = new Map<number, string>();
    for (const name of classList) {
      if (nameKey(name) === '') continue;
      listed.set(nameKey(name), displayName(name));
      for (const seed of this.seedsOf(name)) owners.set(seed, displayName(name));
    }
    const nameOfSeed = new Map<number, string>();
    const arrived = new Map(
      rows.flatMap(({ entry, result }) => (result ? [[result.seed, entry.number]] : [])),
    );

    // The rows whose own name is proved by their seed show in which column the table has its names.
    const places = new Map<string, number>();
    let inTables = 0;
    const candidates: (readonly Candidate[])[] = [];
    // A text in many rows whose code isn't its own, such as a status, is no student's name, whoever calls themselves that.
    // Alike names have the same first seed.
    const strays = new Map<number | undefined, number>();
    const isStray = ({ seeds: [seed] }: Candidate) => (strays.get(seed) ?? 0) > 1;
    const matching = rows.map((row, index): Candidate | undefined => {
      const likely = [...places].sort(([, a], [, b]) => b - a).map(([place]) => place);
      const some = this.candidatesOf(row.entry, likely, index < SAMPLE_ROWS ? SAMPLE_CELLS : USUAL_CELLS);
      candidates.push(some);
      for (const { name, seeds } of some)
        for (const seed of seeds) if (arrived.has(seed)) nameOfSeed.set(seed, displayName(name));
      const { result } = row;
      if (result === null) return undefined;
      if (row.entry.otherCells.some((cell) => cell !== '')) inTables += 1;
      const found = some.find(({ seeds }) => seeds.includes(result.seed));
      const others = some.filter(({ seeds }) => !seeds.includes(result.seed));
      for (const seed of new Set(others.map(({ seeds: [first] }) => first)))
        strays.set(seed, (strays.get(seed) ?? 0) + 1);
      if (found !== undefined && found.place !== '')
        places.set(found.place, (places.get(found.place) ?? 0) + 1);
      return found;
    });
    const [column, matches] = [...places].sort(([, a], [, b]) => b - a)[0] ?? ['', 0];
    // One student's text can't make another column that of the names. In a table of two rows, one name shows the column only if the
    // other row has that student's code.
    const isSure = matches > 1 && 2 * matches > inTables;
    const isLikely = matches > 0 && 2 * matches >= inTables;
    // A name in another column doesn't make the code this row's, once the column of names is known.
    const own = matching.map((found, index) => {
      if (found === undefined || found.place === '' || found.place === column || !isLikely) return found;
      return (candidates[index] ?? []).some(({ place }) => place === column) ? undefined : found;
    });
    const proved = new Set(rows.flatMap(({ result }, index) => (result && own[index] ? result.seed : [])));
    const isNameColumn = (place: string, seed: number | undefined) =>
      place === column && (isSure || (isLikely && seed !== undefined && proved.has(seed)));

    const sameRow = new Map<string, string>();
    rows.forEach(({ entry }, index) => {
      const name = own[index]?.name;
      if (name !== undefined && entry.otherCells.length > 0) sameRow.set(rowKey(entry), displayName(name));
    });

    /** The name of the student whose row it is, if that is certain although the code's seed is another's. */
    const rowName = (index: number): string | undefined => {
      const { entry, result } = rows[index] as Row;
      const some = candidates[index] ?? [];
      const inColumn = some.find(({ place }) => place !== '' && isNameColumn(place, result?.seed))?.name;
      const inList = some.map(({ name }) => listed.get(nameKey(name))).find((name) => name !== undefined);
      const ofAnother = some.find(
        (one) => !isStray(one) && one.seeds.some((seed) => arrived.has(seed)),
      )?.name;
      return sameRow.get(rowKey(entry)) ?? inColumn ?? inList ?? ofAnother;
    };

    return rows.map((row, index) => {
      const { entry, result } = row;
      if (entry.code === '') {
        const [number] = (candidates[index] ?? [])
          .filter((one) => !isStray(one))
          .flatMap(({ seeds }) => seeds.flatMap((seed) => arrived.get(seed) ?? []));
        if (number === undefined) return row;
        const words = () => t('the code of this student is no. {number}', { number });
        return { ...row, examination: unverified({ reason: 'missing', words }) };
      }
      if (result === null) return row;
      const ownName = own[index]?.name;
      const called = (name: string) => ({ ...row, result: { ...result, who: displayName(name) } });
      if (ownName !== undefined) return result.who === null ? called(ownName) : row;
      const name = rowName(index);
      // Only old codes contain a name. The seed of the others has been compared above.
      const owner = result.who ?? owners.get(result.seed) ?? nameOfSeed.get(result.seed);
      if (name !== undefined) {
        if (result.who !== null && nameKey(result.who) === nameKey(name)) return row;
        if (chosen.has(entry.number)) return called(name);
        if (isForeign(row)) return row;
        const who = displayName(name);
        const words = () =>
          owner === undefined
            ? t('the code’s seed isn’t that of {who}, whose row it is in', { who })
            : t('the code belongs to {owner}, but its row is {who}’s', { owner: displayName(owner), who });
        return {
          ...row,
          result: { ...result, who: null },
          examination: { ...unverified({ reason: 'seed', words }), marks: row.examination?.marks ?? [] },
        };
      }
      if (result.who !== null) return row;
      // A code that arrived alone claims no name, so a name anywhere that has its seed is right.
      const isAlone = entry.otherCells.every((cell) => cell === '');
      const found = owners.get(result.seed) ?? (isAlone ? nameOfSeed.get(result.seed) : undefined);
      return found === undefined ? row : called(found);
    });
  }
}

/** Equal for all codes in the same row of a table. */
function rowKey({ source, line, otherCells }: Entry): string {
  return JSON.stringify([source.way, source.file, line, otherCells]);
}

/** Each cell, and names that are split between two cells or by a comma; or the words around a code. */
function possibleNames(
  { otherCells, nearby }: Entry,
  isWanted: (place: string, column: number) => boolean,
): Omit<Candidate, 'seeds'>[] {
  const found: Omit<Candidate, 'seeds'>[] = [];
  const add = (place: string, column: number, ...names: string[]) => {
    if (!isWanted(place, column)) return;
    for (const name of names)
      if (name.length <= MAX_NAME_LENGTH && nameKey(name) !== '') found.push({ place, name });
  };
  otherCells.forEach((cell, column) => {
    if (cell.length > MAX_NAME_LENGTH || cell.trim() === '') return;
    add(String(column), column, cell, ...turned(cell));
    const next = otherCells[column + 1] ?? '';
    if (next.trim() !== '') add(`${column} ${column + 1}`, column, `${cell} ${next}`, `${next} ${cell}`);
  });
  const pieces = nearby === '' ? [] : nearby.split(/[,;:\t|()<>]|\s[-–—]\s/);
  pieces.forEach((piece, index) => {
    const next = pieces[index + 1];
    add('', 0, piece, ...(next === undefined ? [] : [`${piece} ${next}`, `${next} ${piece}`]));
  });
  return found;
}

/** "Hopper, Grace" is Grace Hopper. */
function turned(cell: string): string[] {
  const [last = '', first, ...more] = cell.split(',');
  return first !== undefined && more.length === 0 ? [`${first} ${last}`] : [];
}

/** True for codes that don't belong to the assignment or to the student next to them. */
export function isForeign({ examination }: Row): boolean {
  const reason = examination?.finding?.reason;
  return ['assignment', 'seed', 'name', 'damaged', 'format'].includes(reason ?? '');
}
