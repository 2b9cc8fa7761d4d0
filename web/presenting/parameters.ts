/** The parameter of a lesson's address that opens it at a step, and the one that presents it: known before anything of a presentation is loaded. */
export const STEP = 'step';
export const PRESENT = 'present';
