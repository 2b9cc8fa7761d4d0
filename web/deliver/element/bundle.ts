/** The bundle: defines `<vegas-lab>`, and is a module for anywidget. */
import '../../ui/styles';
import { define } from './vegasLab';

export * from './vegasLab';
export { default } from './widget';

define();
