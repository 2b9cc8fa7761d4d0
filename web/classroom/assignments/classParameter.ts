/** The parameter, after a lesson's `#`, with what a class predicted. In a file of its own, because every lesson's page looks for it. */
export const CLASS = 'class';
