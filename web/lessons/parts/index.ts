/** What texts may use, by the names that they use. A new part is one file beside this one, and one line here. */
import { Check } from './Check';
import { Experiment } from './Experiment';
import { Beside, Cited, Claim, Fact, Found, Reading, Setting, TeachersNote, Term, TextLink } from './marks';
import { Predict } from './Predict';
import { Heading, Sections } from './Sections';
import { TextTable } from './TextTable';

export const PARTS = {
  wrapper: Sections,
  h2: Heading,
  a: TextLink,
  table: TextTable,
  Predict,
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
