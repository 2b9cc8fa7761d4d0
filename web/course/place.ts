/** Which page of the course is open: what the file that the browser loaded says of itself. */

export interface Place {
  /** `course`, `lesson`, `report`, `glossary` or `model`. */
  page: string;
  /** The lesson's folder, on the page of a lesson. */
  name: string;
  /** Where the lab's own page is, from here. */
  root: string;
}

export function placeOf({ page = 'course', name = '', root = '../' }: DOMStringMap): Place {
  return { page, name, root };
}
