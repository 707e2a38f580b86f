/** A list of an answer, of whatever kind. */

export interface ListItem {
  /** Explicit number; null for a bullet, a heading or a row without one. */
  number: number | null;
  /** Start of the text of the item; `end` is at the latest the start of the next item of any list. */
  start: number;
  end: number;
}

export interface List {
  items: ListItem[];
  /** Item of another list that contains this list. */
  within: ListItem | null;
  /** Headings divide a text, and only some of them name what is compared. */
  isOfHeadings: boolean;
}
