/** Documents that try to be expensive to process, for the test of their cost and for the benchmark. */
export const times = (count: number, text: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(between);

type Shape = (size: number, width: number) => string;

/** Each shape returns a text of about `size` tokens that is expensive in a different way; some also have a width. */
export const SHAPES: Record<string, Shape> = {
  'fragments that all spread each other': (size) => {
    const count = Math.floor(Math.sqrt(size / 4));
    return `{...F0} ${times(count, (i) => `fragment F${i} on Query {${times(count, (j) => (i === j ? '' : `...F${j}`))}}`)}`;
  },
  'fragments that double, down to an unknown name': (size, width) =>
    `{...F0} ${times(Math.floor(size / (6 + 2 * width)), (i) => `fragment F${i} on Query {${times(width, () => `...F${i + 1}`)}}`)}`,
  'fragments that double, down to a field': (size, width) => {
    const count = Math.floor(size / (6 + 2 * width));
    return `{...F0} ${times(count, (i) => `fragment F${i} on Query {${times(width, () => `...F${i + 1}`)}}`)} fragment F${count} on Query {me {user {id}}}`;
  },
  'fragments side by side': (size) => {
    const count = Math.floor(size / 9);
    return `{me {${times(count, (i) => `...F${i}`)}} nope} ${times(count, (i) => `fragment F${i} on Me {f${i}}`)}`;
  },
  'fragments side by side over one more': (size) => {
    const count = Math.floor(size / 10);
    return `{me {${times(count, (i) => `...F${i}`)}} nope} ${times(count, (i) => `fragment F${i} on Me {...G}`)} fragment G on Me {user {id}}`;
  },
  'fragments in each other, side by side': (size) => {
    const count = Math.floor(Math.sqrt(size / 2));
    return `{...F0 nope} ${times(count, (i) => `fragment F${i} on Query {${times(count - i, (j) => (j === 0 ? 'me {user {id}}' : `...F${i + j}`))}}`)}`;
  },
  'a field again and again': (size, width) =>
    `{${times(Math.floor(size / 4), () => `me {${times(width, () => 'a')}}`)}}`,
  'a valid field again and again': (size, width) =>
    `{${times(Math.floor(size / (4 + width)), () => `me {user {${times(width, () => 'id')}}}`)} nope}`,
  'a field again and again on three levels': (size, width) =>
    `{${times(width, () => `me {${times(width, () => `user {${times(Math.floor(size / width / width / 3), () => 'id')}}`)}}`)}}`,
  'fields that conflict': (size) =>
    `{brands {${times(Math.floor(size / 12), (i) => `nodes {lastScan {results {citations(first: ${i}) {nodes {id}}}}}`)}}}`,
  aliases: (size) => `{${times(Math.floor(size / 3), (i) => `a${i}: me`)}}`,
  'aliases of one field with fields': (size) =>
    `{${times(Math.floor(size / 7), (i) => `a${i}: me {user {id}}`)}}`,
  directives: (size) =>
    `{me ${times(Math.floor(size / 6), () => '@include(if: true)')} {user {id}}}`,
  'unknown directives': (size) =>
    `{me ${times(Math.floor(size / 2), (i) => `@d${i}`)} {user {id}}}`,
  'unused variables': (size) =>
    `query Q(${times(Math.floor(size / 5), (i) => `$v${i}: Int`)}) {me {user {id}}}`,
  'one variable again and again': (size) =>
    `query Q(${times(Math.floor(size / 5), () => '$v: Int')}) {me {user {id}}}`,
  'variables of unknown types': (size) =>
    `query Q(${times(Math.floor(size / 5), (i) => `$v${i}: T${i}`)}) {me {user {id}}}`,
  'variables of many operations': (size, width) =>
    `${times(
      Math.floor(size / (8 * width)),
      (i) => `query Q${i}(${times(width, (j) => `$v${j}: Int`)}) {...F}`,
    )} fragment F on Query {brands(first: $v0) {totalCount}}`,
  'unknown arguments': (size) =>
    `{brands(${times(Math.floor(size / 3), (i) => `a${i}: 1`)}) {totalCount}}`,
  'one argument again and again': (size) =>
    `{brands(${times(Math.floor(size / 3), () => 'first: 1')}) {totalCount}}`,
  'an object of many fields': (size) =>
    `{brands(first: {${times(Math.floor(size / 3), (i) => `a${i}: 1`)}}) {totalCount}}`,
  'a list in a list': (size) =>
    `{brands(first: ${'['.repeat(size / 2 - 10)}1${']'.repeat(size / 2 - 10)}) {totalCount}}`,
  'a level in a level': (size) => `${'{a'.repeat(size / 3)} {a} ${'}'.repeat(size / 3)}`,
  'inline fragments in each other': (size) =>
    `{${'... {'.repeat(size / 3)} a ${'}'.repeat(size / 3)}}`,
  'inline fragments side by side': (size) => `{${times(Math.floor(size / 4), () => '... {a}')}}`,
  'inline fragments on unknown types': (size) =>
    `{${times(Math.floor(size / 6), (i) => `... on T${i} {a}`)}}`,
  'names that are almost right': (size) => `{${times(Math.floor(size), (i) => `brnads${i}`)}}`,
  'long names': (size) => `{${times(8, (i) => 'a'.repeat(size * 5) + i)}}`,
  'many operations': (size) => times(Math.floor(size / 5), (i) => `query Q${i} {me {user {id}}}`),
  'many operations without a name': (size) => times(Math.floor(size / 3), () => '{nope}'),
  'operations that share a fragment': (size, width) =>
    `${times(Math.floor(size / 8), (i) => `query Q${i} {...F}`)} fragment F on Query {${times(width, () => 'me {user {id}}')}}`,
  'unused fragments': (size) =>
    `{me {user {id}}} ${times(Math.floor(size / 7), (i) => `fragment F${i} on Query {nope}`)}`,
  'fragments of one name': (size) =>
    `{...F} ${times(Math.floor(size / 7), () => 'fragment F on Query {nope}')}`,
  'types of their own': (size) => times(Math.floor(size / 6), (i) => `type T${i} {a: B}`),
  'the schema in itself': (size, width) => {
    const count = Math.floor(size / (8 + 2 * width));
    return `{__schema {types {...F0}}} ${times(count, (i) => `fragment F${i} on __Type {ofType {${times(width, () => `...F${i + 1}`)}}}`)} fragment F${count} on __Type {name}`;
  },
};

/** Sizes on both sides of every limit, up to the largest number of tokens that is read. */
const SIZES = [150, 400, 700, 1_100, 1_600, 1_950];
const WIDTHS = [1, 2, 4, 12];

/** Documents of a shape in all sizes and widths. */
export const writeDocuments = (shape: Shape): string[] =>
  SIZES.flatMap((size) => (shape.length > 1 ? WIDTHS : [1]).map((width) => shape(size, width)));
