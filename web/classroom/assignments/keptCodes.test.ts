/** Links and codes that were handed out. They must open forever, with the same id, seed and
 * work. Only add to this list. */
import { expect, it } from 'vitest';
import { assignmentInLink, assignmentQuery, idOf } from './assignment';
import { Grader } from './grading';
import { catalogue, entryOf, SIMULATOR } from './sampleTask';

interface Kept {
  link: string;
  id: string;
  code: string;
  who: string;
  /** Part of the work. */
  work: unknown;
  process: unknown;
}

const BENCH_TEXT =
  'ZZDBasMwDIZfxeiwk2qcbu2tDHbaZacdgwlurKRmjtxaykLffiSwMbaLDuL7_l-ohfdSmCogvBWO4Q4IZ-L-AgjSE4eayilceDeksdnV-jDksoh1VogjVZs4aQq56xeOpz0gvNTEo9ELGa2BZaBqtJikYoijka3MArYt_Em6VhJSwBYqcQGETxqDAALTsm088pyzxxZy4g-xjb3NNJPNaUrane9KAhuC7ZNzDtfhvPdr17cRKYd7Nwng3uHRobOHFYAlcSwLIGyRsDpaZ8KfI_syXTMpxS5ot-rrm_Kq7I8e_8GhCnWaJiqzCmCDQLc5ZEDnsR1Cll_0RIG7qrqd9YjwWhaTC48miQmmlpmj0Zquz4AH7_0X';

const KEPT: Kept[] = [
  {
    link: `v=1&of=p3bj668g&packed=${BENCH_TEXT}`,
    id: 'p3bj668g',
    code: 'VL2-04EW8-JRAG0-G1006-GQF67-M60WS-JE1D7-94BAM-4TGJ4-H7VBJ-ZPGBE-Y0K2M-DBFFM-P1K4C-VDNKV-WW40C-64CM0-P3QEF-PY8A3-9P7MA-AMNND-6TVW6-J3GC2-31E2M-RPGER-Z2AD4-8M0TD-APZH9-Z27SF-7Z01X-5G7R9-G',
    who: 'Grace Hopper',
    work: {
      kind: 'bench',
      changes: [['flows.0.sender.preset', 'vegas']],
      digest: 'a95c4ba8107cccd8',
      answers: [true, true, 88.7],
    },
    process: null,
  },
  {
    link: 'v=1&of=lvc5m6lg&packed=i1YKSk1MUdJRUtJRykktLs7PU9JRKkpNTMnMS9dN1C0pSkxOBcsaGsQCAA',
    id: 'lvc5m6lg',
    code: 'VL2-0B3RA-5Q7Y8-NBJM9-X660Q-32BHG-465YZ-VVXXW-NS9DK-JRJAE-EA4KK-KH4MY-SAASP-JWR00-041YN-RMV0N-YSQR0-XEJNA-BQ6G8-QG7C0-00800-1G0B7-PMGW',
    who: 'Ada Lovelace',
    work: {
      kind: 'lesson',
      predictions: { above: 'repeats', stall: 2.66155 },
      checks: { trip: { answer: '117' } },
    },
    process: null,
  },
  {
    link: 'v=2&of=19n89nzzb73cav3e&packed=ZZCxTsQwDIZfJfLA5ItyB9yGkJhYmBijqMo1bi8ide5il-reHrUSCMHiwfq-37_s4b1WpgYIb5VTvAHCibg_A4L0xLHl-hTPvBvyuN-1djeUuoh1VogTNZs5a46l6xdOTwdAeGmZR6NnMtoiy0DNaDVZxRAnI9sxC-g9_Em6NBJSQA-NuALCJ41RAIFp2TYBeS4loIeS-UPs3l5nmsmWPGXtTjclgQ1B_-Ccw3W4EMJ669tIVOKtmwTw4PDo0NnHFYAlc6oLIGyRsDraZsKfkn2dLoWUUhe1W_X1TWVVDseA_-DYhDrNE9VZBXCPQNc5FkAX0A-xyC96oshdU91q3SO81sWUyqPJYqJpdeZktOXLM-BWNoQv',
    id: '19n89nzzb73cav3e',
    code: 'VL3-0C56N-16QZX-CWDHB-CDTTM-EDA2N-83S3T-N10ZS-V3A2K-89W6E-SJPER-BK48H-G13FC-4B2GX-Q174C-R',
    who: 'Grace Hopper',
    work: {
      kind: 'bench',
      changes: [['flows.0.sender.preset', 'vegas']],
      digest: '3d5420fe76350a68',
      answers: [true, true, 141],
    },
    process: { seconds: 1200, tries: { run: 9 }, first: { 2: 80 } },
  },
  {
    link: 'v=2&of=xzkvmvgyd4sfssqb&packed=i1YKSk1MUdJRUtJRykktLs7PU9JRKkpNTMnMS9dN1C0pSkxOBcsaGuhEKxUU5SenFhcrxcYCAA',
    id: 'xzkvmvgyd4sfssqb',
    code: 'VL3-0FQYF-EKE3S-MK5Z7-6XFSP-F21YN-R3W46-5YZVV-XXWNS-9DKJR-JAEEA-4KKKH-4MXCN-5CV4Q-60001-0FNE5-C5VC2-QV6Z0-3NTAA-N5VK8-4BR3P-00040-00S89-DM9HE-0',
    who: 'Ada Lovelace',
    work: {
      kind: 'lesson',
      predictions: { above: 'repeats', stall: 2.66155 },
      checks: { trip: { answer: '117' } },
    },
    process: { seconds: 1230, tries: { trip: 1, whole: 4 }, first: { stall: 5 } },
  },
];

it.each(KEPT)(
  'the assignment $id and its code still open',
  async ({ link, id, code, who, work, process }) => {
    const assignment = await assignmentInLink(`#/task?${link}`);
    expect(idOf(assignment)).toBe(id);
    // The page of an assignment writes its link again.
    expect(String((await assignmentQuery(assignment)).get('of'))).toBe(id);
    const grader = new Grader(assignment);
    const entries = [entryOf(code, { otherCells: [who] })];
    await grader.grade(entries, SIMULATOR, catalogue, () => {});
    const { rows } = grader.graded(entries);
    // The seed is that of the name. An engine of a later version may give another run.
    expect(rows[0]?.result).toMatchObject({ who, work });
    expect(rows[0]?.result?.process ?? null).toEqual(process);
    expect([undefined, 'digest', 'engine', 'answers']).toContain(rows[0]?.examination?.finding?.reason);
  },
);
