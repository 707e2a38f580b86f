/** A range of text in one field. */
export interface TextSpan {
  /** `body` of a page; `answer`, `evidence.0`, `context`, `faq.0.answer` or `jsonld` of a rewrite. */
  field: string;
  /** UTF-16 offset in the field. */
  offset: number;
  text: string;
}
