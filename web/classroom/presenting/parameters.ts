/** Parameters of a lesson's address: open it at a step, or present it. A separate module, so that reading them doesn't load the presentation. */
export const STEP = 'step';
export const PRESENT = 'present';
