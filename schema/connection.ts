import { type ClassType, Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Where a page of a list ends.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether more follow.' })
  hasNextPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Give this as `after` to read on.' })
  endCursor!: string | null;
}

/** A Relay connection of one node type: edges for cursors, nodes for those who need none. */
export function createConnection<Node extends object>(
  name: string,
  node: ClassType<Node>,
  noun: string,
) {
  @ObjectType(`${name}Edge`, { description: `One ${noun} in a list.` })
  class Edge {
    @Field(() => String, { description: 'Its place in the list.' })
    cursor!: string;

    @Field(() => node, { description: `The ${noun} itself.` })
    node!: Node;
  }

  @ObjectType(`${name}Connection`, { description: `A page of a list, one ${noun} an entry.` })
  class Connection {
    @Field(() => [Edge], { description: 'The entries with their cursors.' })
    edges!: Edge[];

    @Field(() => [node], { description: 'The entries without cursors.' })
    nodes!: Node[];

    @Field(() => PageInfo, { description: 'Whether and where more follow.' })
    pageInfo!: PageInfo;

    @Field(() => Int, { description: 'How many there are in all.' })
    totalCount!: number;
  }
  return Connection;
}
