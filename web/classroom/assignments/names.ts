/**
 * Finds whose a code is. The seed follows from the name, so a name next to a code is its owner's if it gives the code's seed. A
 * code next to a name that is known to be another's is reported, in its own row only.
 */
import { t } from '../../base/words/words';
import type { Entry } from './collection';
import { unverified } from './examine';
import type { Row } from './grading';
import { formsOf, personKey, spellingsOf } from './spellings';
import { displayName, nameKey, seedsOf } from './student';
import { withoutStamps } from './submissions';

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
  /** Those of the name as it's written, then those of its other spellings. */
  seeds: readonly number[];
  /** How many of the seeds are those of the name as it's written. */
  exact: number;
}

/** A line of the class list. */
export interface Listed {
  name: string;
  seeds: readonly number[];
}

/** The students of a class list. */
export interface ClassList {
  /** A student per line. */
  listed: readonly Listed[];
  /** The lines by seed, of the students whose name may have it. */
  bySeed: ReadonlyMap<number, readonly Listed[]>;
  byKey: ReadonlyMap<string, Listed>;
}

/** Remembers each text's seeds: hashing takes long, and names are compared after each step. */
export class Names {
  private readonly seeds = new Map<string, readonly number[]>();
  private readonly spellings = new Map<string, readonly number[]>();
  private lastList: { key: string; list: ClassList } | null = null;
  private readonly candidates = new WeakMap<Entry, { key: string; all: readonly Candidate[] }>();

  constructor(private readonly assignment: string) {}

  seedsOf(name: string): readonly number[] {
    const known = this.seeds.get(name);
    if (known !== undefined) return known;
    const seeds = seedsOf(name, this.assignment);
    this.seeds.set(name, seeds);
    return seeds;
  }

  /** The seeds of other spellings of a name. */
  private spellingSeeds(name: string): readonly number[] {
    const known = this.spellings.get(name);
    if (known !== undefined) return known;
    const exact = this.seedsOf(name);
    const seeds = spellingsOf(name).flatMap((one) => seedsOf(one, this.assignment));
    const others = [...new Set(seeds)].filter((seed) => !exact.includes(seed));
    this.spellings.set(name, others);
    return others;
  }

  private candidateOf(place: string, name: string): Candidate {
    const exact = this.seedsOf(name);
    return { place, name, seeds: [...exact, ...this.spellingSeeds(name)], exact: exact.length };
  }

  /** Finds which students a list has. A name as it's written comes before another spelling of it. */
  classList(lines: readonly string[]): ClassList {
    const key = lines.join('\n');
    if (this.lastList?.key === key) return this.lastList.list;
    const exact = new Map<number, Listed[]>();
    const others = new Map<number, Listed[]>();
    const byKey = new Map<string, Listed>();
    const add = (map: Map<number, Listed[]>, seed: number, one: Listed) => {
      const some = map.get(seed) ?? [];
      if (!some.includes(one)) map.set(seed, [...some, one]);
    };
    const listed = lines.flatMap((line): Listed[] => {
      if (nameKey(line) === '') return [];
      const cells = line.split(/[\t;]/);
      const some = possibleNames({ otherCells: cells, nearby: '' }, () => true).map(({ name }) =>
        this.candidateOf('', name),
      );
      const name = displayName(
        cells.length > 1 ? line.replaceAll(/[\t;]+/g, ' ') : (formsOf(line).at(-1) ?? line),
      );
      const one: Listed = { name, seeds: some.flatMap(({ seeds }) => seeds) };
      for (const { name: form, seeds, exact: count } of some) {
        for (const [index, seed] of seeds.entries()) add(index < count ? exact : others, seed, one);
        if (!byKey.has(personKey(form))) byKey.set(personKey(form), one);
      }
      return [one];
    });
    const list = { listed, bySeed: new Map([...others, ...exact]), byKey };
    this.lastList = { key, list };
    return list;
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
    const all = ordered.map(({ place, name }) => this.candidateOf(place, name));
    this.candidates.set(entry, { key, all });
    return all;
  }

  /**
   * Adds each student's name, and flags codes next to a name that isn't their owner's. `chosen` are the numbers of entries that the
   * teacher accepts as they are.
   */
  named(rows: readonly Row[], classList: readonly string[], chosen: ReadonlySet<number>): Row[] {
    const { bySeed, byKey } = this.classList(classList);
    const owners = new Map([...bySeed].flatMap(([seed, [one]]) => (one ? [[seed, one.name]] : [])));
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
      for (const { name, seeds, exact } of some)
        seeds.forEach((seed, at) => {
          if (arrived.has(seed) && (at < exact || !nameOfSeed.has(seed)))
            nameOfSeed.set(seed, displayName(name));
        });
      const { result } = row;
      if (result === null) return undefined;
      if (row.entry.otherCells.some((cell) => cell !== '')) inTables += 1;
      const found = ownIn(some, result.seed);
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
    // A row whose name is another order of the words may be another student's, if the code's owner has a row or a line.
    const exactly = new Map<number, string>();
    own.forEach((found, index) => {
      const seed = rows[index]?.result?.seed;
      if (found !== undefined && seed !== undefined && isExact(found, seed))
        exactly.set(seed, personKey(found.name));
    });
    own.forEach((found, index) => {
      const seed = rows[index]?.result?.seed;
      if (found === undefined || seed === undefined || isExact(found, seed)) return;
      const key = personKey(found.name);
      const line = byKey.get(key);
      const isAnothersLine = line !== undefined && bySeed.get(seed)?.includes(line) === false;
      const isAnothersRow = exactly.has(seed) && exactly.get(seed) !== key;
      if (isAnothersLine || isAnothersRow) own[index] = undefined;
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
      const inList = some
        .map(({ name }) => byKey.get(personKey(name))?.name)
        .find((name) => name !== undefined);
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
  { otherCells, nearby }: Pick<Entry, 'otherCells' | 'nearby'>,
  isWanted: (place: string, column: number) => boolean,
): Pick<Candidate, 'place' | 'name'>[] {
  const found: Pick<Candidate, 'place' | 'name'>[] = [];
  const add = (place: string, column: number, ...names: string[]) => {
    if (!isWanted(place, column)) return;
    for (const name of names)
      if (name.length <= MAX_NAME_LENGTH && nameKey(name) !== '') found.push({ place, name });
  };
  otherCells.forEach((cell, column) => {
    if (cell.length > MAX_NAME_LENGTH || cell.trim() === '') return;
    add(String(column), column, ...formsOf(cell));
    const next = otherCells[column + 1] ?? '';
    if (next.trim() !== '') add(`${column} ${column + 1}`, column, `${cell} ${next}`, `${next} ${cell}`);
  });
  const words = withoutStamps(nearby).replaceAll(/\S+@\S+/g, '\t');
  const pieces =
    nearby === '' ? [] : words.split(/[,;:\t|()<>[\]"“”„]|\s[-–—]\s/).filter((piece) => piece.trim() !== '');
  pieces.forEach((piece, index) => {
    const next = pieces[index + 1];
    add('', 0, piece, ...(next === undefined ? [] : [`${piece} ${next}`, `${next} ${piece}`]));
  });
  return found;
}

/** The candidate whose name gives a seed, first as it's written. */
function ownIn(candidates: readonly Candidate[], seed: number): Candidate | undefined {
  return candidates.find((one) => isExact(one, seed)) ?? candidates.find(({ seeds }) => seeds.includes(seed));
}

function isExact({ seeds, exact }: Candidate, seed: number): boolean {
  const at = seeds.indexOf(seed);
  return at >= 0 && at < exact;
}

/** True for codes that don't belong to the assignment or to the student next to them. */
export function isForeign({ examination }: Row): boolean {
  const reason = examination?.finding?.reason;
  return ['assignment', 'seed', 'name', 'damaged', 'format'].includes(reason ?? '');
}
