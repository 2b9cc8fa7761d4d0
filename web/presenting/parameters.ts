/** The parameters of a lesson's address that open it at a step and present it. They stand apart so that reading them doesn't load the presentation. */
export const STEP = 'step';
export const PRESENT = 'present';
