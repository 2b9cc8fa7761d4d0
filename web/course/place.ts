/** The open page of the course, from the attributes of the loaded file. */

export interface Place {
  /** `course`, `lesson`, `report`, `glossary` or `model`. */
  page: string;
  /** The lesson's folder, on the page of a lesson. */
  name: string;
  /** The address of the lab's main page, relative to this one. */
  root: string;
}

export function placeOf({ page = 'course', name = '', root = '../' }: DOMStringMap): Place {
  return { page, name, root };
}
