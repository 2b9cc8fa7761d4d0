/** Name of the mark at the moment when a page works: questions, folds and steps. What comes alive by itself, as a stage's picture, loads after it. */
export const ALIVE = 'vegaslab:alive';
