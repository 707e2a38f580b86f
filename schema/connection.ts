import { type ClassType, Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Position of a page in a list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether another page follows.' })
  hasNextPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor to pass as `after` to read the next page; null when the page is empty.',
  })
  endCursor!: string | null;
}

/** A Relay connection of one node type. `nodes` spares clients that need no cursors the edges. */
export function createConnection<Node extends object>(
  name: string,
  node: ClassType<Node>,
  noun: string,
) {
  @ObjectType(`${name}Edge`, { description: `One ${noun} in a list, with its cursor.` })
  class Edge {
    @Field(() => String, { description: 'Cursor of the entry, for `after`.' })
    cursor!: string;

    @Field(() => node, { description: `The ${noun}.` })
    node!: Node;
  }

  @ObjectType(`${name}Connection`, {
    description: `A page of a list whose entries are of the kind ${noun}.`,
  })
  class Connection {
    @Field(() => [Edge], { description: 'Entries of the page with their cursors.' })
    edges!: Edge[];

    @Field(() => [node], { description: 'Entries of the page without cursors.' })
    nodes!: Node[];

    @Field(() => PageInfo, { description: 'Whether another page follows, and where it starts.' })
    pageInfo!: PageInfo;

    @Field(() => Int, { description: 'Number of entries in the whole list.' })
    totalCount!: number;
  }
  return Connection;
}
