/** The components that lesson texts can use, by name. */
import { Check } from './Check';
import { Experiment } from './Experiment';
import {
  Beside,
  Cited,
  Claim,
  Fact,
  Found,
  Reading,
  Setting,
  TeachersNote,
  Term,
  TextLink,
  TextTable,
} from './marks';
import { Covered, Predict } from './Predict';

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
