import { useQuery } from '@apollo/client/react';
import { graphql } from '../api/graphql.js';
import type { EvidenceQuery } from '../generated/graphql.js';
import { AnswerCard } from '../ui/answer-card.js';
import { Button } from '../ui/button.js';
import { asCount, asCounted } from '../ui/format.js';
import type { Name } from '../ui/highlight.js';
import { Loaded } from '../ui/loaded.js';
import { EmptyState, Skeleton } from '../ui/states.js';

graphql(`
  fragment BrandNamesToMark on Brand {
    id
    name
    aliases {
      text
      caseSensitive
    }
    competitors {
      id
      name
      aliases {
        text
        caseSensitive
      }
    }
  }
`);

const EVIDENCE = graphql(`
  query Evidence(
    $brandId: ID!
    $days: Int!
    $date: String
    $platform: String
    $promptId: ID
    $citedDomain: String
    $after: String
  ) {
    brand(id: $brandId) {
      ...BrandNamesToMark
      promptBreakdown(days: $days) {
        prompts {
          promptId
          text
        }
      }
      answers(
        days: $days
        date: $date
        platform: $platform
        promptId: $promptId
        citedDomain: $citedDomain
        first: 10
        after: $after
      ) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          ...EvidenceAnswer
        }
      }
    }
  }
`);

type Brand = NonNullable<EvidenceQuery['brand']>;

/** Names and aliases of the brand and its rivals, to mark in answers. */
export const namesOf = ({
  name,
  aliases,
  competitors,
}: Pick<Brand, 'name' | 'aliases' | 'competitors'>): Name[] => [
  { text: name, caseSensitive: false, isBrand: true },
  ...aliases.map(({ text, caseSensitive }) => ({ text, caseSensitive, isBrand: true })),
  ...competitors.flatMap((rival) => [
    { text: rival.name, caseSensitive: false, isBrand: false },
    ...rival.aliases.map(({ text, caseSensitive }) => ({ text, caseSensitive, isBrand: false })),
  ]),
];

/** Filter for the answers behind a number, such as a grid cell, a day or a prompt. */
export interface EvidenceOf {
  title: string;
  date?: string;
  platform?: string;
  promptId?: string;
  /** Only answers that cite a page of this domain. */
  citedDomain?: string;
  /** Window in days; defaults to the window of the page. */
  days?: number;
}

export function EvidenceList({
  brandId,
  days,
  of,
}: {
  brandId: string;
  days: number;
  of: Omit<EvidenceOf, 'title'>;
}) {
  const { date = null, platform = null, promptId = null, citedDomain = null } = of;
  const query = useQuery(EVIDENCE, {
    variables: { brandId, days, date, platform, promptId, citedDomain },
  });
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-80" />}>
      {({ brand }) => {
        if (!brand || brand.answers.totalCount === 0)
          return (
            <EmptyState title="No answers">There are no answers for this selection.</EmptyState>
          );
        const names = namesOf(brand);
        const texts = new Map(
          brand.promptBreakdown.prompts.map((prompt) => [prompt.promptId, prompt.text]),
        );
        const { nodes, totalCount, pageInfo } = brand.answers;
        return (
          <div className="grid gap-3">
            <p className="text-xs text-ink-faint" role="status">
              {asCount(nodes.length)} of {asCounted(totalCount, 'answer')}, newest run first
            </p>
            {nodes.map((answer) => (
              <AnswerCard
                key={`${answer.runId} ${answer.sequence}`}
                answer={answer}
                names={names}
                prompt={promptId === null ? texts.get(answer.promptId) : undefined}
              />
            ))}
            {pageInfo.hasNextPage && (
              <Button
                onClick={() =>
                  void query.fetchMore({
                    variables: { after: pageInfo.endCursor },
                    updateQuery: (before, { fetchMoreResult: more }) =>
                      before.brand && more.brand
                        ? {
                            brand: {
                              ...more.brand,
                              answers: {
                                ...more.brand.answers,
                                nodes: [...before.brand.answers.nodes, ...more.brand.answers.nodes],
                              },
                            },
                          }
                        : before,
                  })
                }
              >
                Show more
              </Button>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
