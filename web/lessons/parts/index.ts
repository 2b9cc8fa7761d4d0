/** Components for lesson texts, by name. A new one is a file in this folder and a line here. */
import { Check } from './Check';
import { Covered } from './Covered';
import { Experiment } from './Experiment';
import { Beside, Cited, Claim, Fact, Found, Reading, Setting, TeachersNote, Term, TextLink } from './marks';
import { Predict } from './Predict';
import { TextTable } from './TextTable';

export const PARTS = {
  a: TextLink,
  table: TextTable,
  Predict,
  Covered,
  Experiment,
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
