/** Name of the mark at the moment when a page's text works: questions, folds and steps. A stage's live picture is loaded after it. */
export const ALIVE = 'vegaslab:course-alive';
