/** The components that lesson texts can use, by name. */
import { BulletList, NumberedList, Paragraph, Quotation, ResultTable } from './AfterRuns';
import { Check } from './Check';
import { Experiment } from './Experiment';
import { Fold, Notebook } from './Fold';
import { KeyPoints } from './KeyPoints';
import { Beside, Cited, Claim, Fact, Found, Reading, Setting, TeachersNote, Term, TextLink } from './marks';
import { Covered, Predict } from './Predict';
import { Live, Point, Stage, Step } from './Stage';

export const PARTS = {
  a: TextLink,
  p: Paragraph,
  ul: BulletList,
  ol: NumberedList,
  blockquote: Quotation,
  table: ResultTable,
  Stage,
  Step,
  Point,
  Live,
  Fold,
  Notebook,
  Predict,
  Covered,
  Experiment,
  KeyPoints,
  Check,
  Claim,
  Cited,
  Found,
  Setting,
  Fact,
  Term,
  Beside,
  TeachersNote,
  Reading,
};
