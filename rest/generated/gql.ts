/* eslint-disable */
import * as types from './graphql.js';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query Brands {\n    brands(first: 100) {\n      nodes {\n        id\n        name\n        category\n        website\n        createdAt\n      }\n    }\n  }\n": typeof types.BrandsDocument,
    "\n  query Brand($id: ID!) {\n    brand(id: $id) {\n      id\n      name\n      category\n      website\n      createdAt\n      lastScan {\n        runId: id\n        completedAt\n        measures {\n          visibility {\n            value\n          }\n        }\n        platforms\n        sandbox\n      }\n    }\n  }\n": typeof types.BrandDocument,
    "\n  mutation CreateBrand($name: String!, $category: String!, $website: String) {\n    createBrand(input: { name: $name, category: $category, website: $website }) {\n      brand {\n        id\n        userId\n        name\n        category\n        website\n        createdAt\n      }\n    }\n  }\n": typeof types.CreateBrandDocument,
    "\n  query Citations($brandId: ID!, $days: Int = 7, $platform: String) {\n    citations(brandId: $brandId, days: $days, platform: $platform, first: 1000) {\n      citations: nodes {\n        ...CitationFields\n      }\n      total: totalCount\n      windowDays\n    }\n  }\n": typeof types.CitationsDocument,
    "\n  query CitationsByDay($brandId: ID!, $days: Int = 7, $platform: String) {\n    citations(brandId: $brandId, days: $days, platform: $platform, first: 1000) {\n      citations: nodes {\n        ...CitationFields\n      }\n      total: totalCount\n      windowDays\n      daily {\n        date\n        count\n      }\n    }\n  }\n": typeof types.CitationsByDayDocument,
    "\n  fragment CitationFields on Citation {\n    id\n    brandId\n    platform\n    sourceUrl\n    sourceDomain\n    promptHash\n    discoveredAt\n    context\n    owned\n    sandbox\n  }\n": typeof types.CitationFieldsFragmentDoc,
    "\n  query Health {\n    health {\n      status\n      service\n      version\n      env\n      region\n      timestamp\n      checks {\n        db {\n          ok\n          latency_ms: latencyMs\n        }\n      }\n      took_ms: tookMs\n    }\n  }\n": typeof types.HealthDocument,
    "\n  query Me {\n    me {\n      user {\n        id\n        email\n        name\n      }\n      account {\n        id\n        name\n        tier\n        role\n      }\n      auth {\n        type\n        keyId\n        prefix\n        environment\n        scopes\n      }\n      limits {\n        brands\n        scansPerDay\n        queriesPerDay\n        rewritesPerDay\n        requestsPerMinute\n        requestsPerHour\n        requestsPerDay\n        engineCallsPerDay\n      }\n    }\n  }\n": typeof types.MeDocument,
    "\n  mutation StartProbe(\n    $brandId: ID!\n    $platforms: [String!]\n    $promptPackId: ID\n    $samplesPerPrompt: Int\n  ) {\n    startProbe(\n      input: {\n        brandId: $brandId\n        platforms: $platforms\n        promptPackId: $promptPackId\n        samplesPerPrompt: $samplesPerPrompt\n      }\n    ) {\n      probeRun {\n        runId: id\n        brandId\n        platforms\n        estimatedCompletionMs\n        sandbox\n      }\n    }\n  }\n": typeof types.StartProbeDocument,
    "\n  query Probe($id: ID!) {\n    probeRun(id: $id) {\n      runId: id\n      status\n      brandId\n      completedAt\n      results {\n        platform\n        mentioned\n        rank\n        snippet\n        tokensUsed\n      }\n      failures {\n        platform\n        code\n        count\n      }\n      sandbox\n    }\n  }\n": typeof types.ProbeDocument,
};
const documents: Documents = {
    "\n  query Brands {\n    brands(first: 100) {\n      nodes {\n        id\n        name\n        category\n        website\n        createdAt\n      }\n    }\n  }\n": types.BrandsDocument,
    "\n  query Brand($id: ID!) {\n    brand(id: $id) {\n      id\n      name\n      category\n      website\n      createdAt\n      lastScan {\n        runId: id\n        completedAt\n        measures {\n          visibility {\n            value\n          }\n        }\n        platforms\n        sandbox\n      }\n    }\n  }\n": types.BrandDocument,
    "\n  mutation CreateBrand($name: String!, $category: String!, $website: String) {\n    createBrand(input: { name: $name, category: $category, website: $website }) {\n      brand {\n        id\n        userId\n        name\n        category\n        website\n        createdAt\n      }\n    }\n  }\n": types.CreateBrandDocument,
    "\n  query Citations($brandId: ID!, $days: Int = 7, $platform: String) {\n    citations(brandId: $brandId, days: $days, platform: $platform, first: 1000) {\n      citations: nodes {\n        ...CitationFields\n      }\n      total: totalCount\n      windowDays\n    }\n  }\n": types.CitationsDocument,
    "\n  query CitationsByDay($brandId: ID!, $days: Int = 7, $platform: String) {\n    citations(brandId: $brandId, days: $days, platform: $platform, first: 1000) {\n      citations: nodes {\n        ...CitationFields\n      }\n      total: totalCount\n      windowDays\n      daily {\n        date\n        count\n      }\n    }\n  }\n": types.CitationsByDayDocument,
    "\n  fragment CitationFields on Citation {\n    id\n    brandId\n    platform\n    sourceUrl\n    sourceDomain\n    promptHash\n    discoveredAt\n    context\n    owned\n    sandbox\n  }\n": types.CitationFieldsFragmentDoc,
    "\n  query Health {\n    health {\n      status\n      service\n      version\n      env\n      region\n      timestamp\n      checks {\n        db {\n          ok\n          latency_ms: latencyMs\n        }\n      }\n      took_ms: tookMs\n    }\n  }\n": types.HealthDocument,
    "\n  query Me {\n    me {\n      user {\n        id\n        email\n        name\n      }\n      account {\n        id\n        name\n        tier\n        role\n      }\n      auth {\n        type\n        keyId\n        prefix\n        environment\n        scopes\n      }\n      limits {\n        brands\n        scansPerDay\n        queriesPerDay\n        rewritesPerDay\n        requestsPerMinute\n        requestsPerHour\n        requestsPerDay\n        engineCallsPerDay\n      }\n    }\n  }\n": types.MeDocument,
    "\n  mutation StartProbe(\n    $brandId: ID!\n    $platforms: [String!]\n    $promptPackId: ID\n    $samplesPerPrompt: Int\n  ) {\n    startProbe(\n      input: {\n        brandId: $brandId\n        platforms: $platforms\n        promptPackId: $promptPackId\n        samplesPerPrompt: $samplesPerPrompt\n      }\n    ) {\n      probeRun {\n        runId: id\n        brandId\n        platforms\n        estimatedCompletionMs\n        sandbox\n      }\n    }\n  }\n": types.StartProbeDocument,
    "\n  query Probe($id: ID!) {\n    probeRun(id: $id) {\n      runId: id\n      status\n      brandId\n      completedAt\n      results {\n        platform\n        mentioned\n        rank\n        snippet\n        tokensUsed\n      }\n      failures {\n        platform\n        code\n        count\n      }\n      sandbox\n    }\n  }\n": types.ProbeDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Brands {\n    brands(first: 100) {\n      nodes {\n        id\n        name\n        category\n        website\n        createdAt\n      }\n    }\n  }\n"): (typeof documents)["\n  query Brands {\n    brands(first: 100) {\n      nodes {\n        id\n        name\n        category\n        website\n        createdAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Brand($id: ID!) {\n    brand(id: $id) {\n      id\n      name\n      category\n      website\n      createdAt\n      lastScan {\n        runId: id\n        completedAt\n        measures {\n          visibility {\n            value\n          }\n        }\n        platforms\n        sandbox\n      }\n    }\n  }\n"): (typeof documents)["\n  query Brand($id: ID!) {\n    brand(id: $id) {\n      id\n      name\n      category\n      website\n      createdAt\n      lastScan {\n        runId: id\n        completedAt\n        measures {\n          visibility {\n            value\n          }\n        }\n        platforms\n        sandbox\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateBrand($name: String!, $category: String!, $website: String) {\n    createBrand(input: { name: $name, category: $category, website: $website }) {\n      brand {\n        id\n        userId\n        name\n        category\n        website\n        createdAt\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateBrand($name: String!, $category: String!, $website: String) {\n    createBrand(input: { name: $name, category: $category, website: $website }) {\n      brand {\n        id\n        userId\n        name\n        category\n        website\n        createdAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Citations($brandId: ID!, $days: Int = 7, $platform: String) {\n    citations(brandId: $brandId, days: $days, platform: $platform, first: 1000) {\n      citations: nodes {\n        ...CitationFields\n      }\n      total: totalCount\n      windowDays\n    }\n  }\n"): (typeof documents)["\n  query Citations($brandId: ID!, $days: Int = 7, $platform: String) {\n    citations(brandId: $brandId, days: $days, platform: $platform, first: 1000) {\n      citations: nodes {\n        ...CitationFields\n      }\n      total: totalCount\n      windowDays\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CitationsByDay($brandId: ID!, $days: Int = 7, $platform: String) {\n    citations(brandId: $brandId, days: $days, platform: $platform, first: 1000) {\n      citations: nodes {\n        ...CitationFields\n      }\n      total: totalCount\n      windowDays\n      daily {\n        date\n        count\n      }\n    }\n  }\n"): (typeof documents)["\n  query CitationsByDay($brandId: ID!, $days: Int = 7, $platform: String) {\n    citations(brandId: $brandId, days: $days, platform: $platform, first: 1000) {\n      citations: nodes {\n        ...CitationFields\n      }\n      total: totalCount\n      windowDays\n      daily {\n        date\n        count\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CitationFields on Citation {\n    id\n    brandId\n    platform\n    sourceUrl\n    sourceDomain\n    promptHash\n    discoveredAt\n    context\n    owned\n    sandbox\n  }\n"): (typeof documents)["\n  fragment CitationFields on Citation {\n    id\n    brandId\n    platform\n    sourceUrl\n    sourceDomain\n    promptHash\n    discoveredAt\n    context\n    owned\n    sandbox\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Health {\n    health {\n      status\n      service\n      version\n      env\n      region\n      timestamp\n      checks {\n        db {\n          ok\n          latency_ms: latencyMs\n        }\n      }\n      took_ms: tookMs\n    }\n  }\n"): (typeof documents)["\n  query Health {\n    health {\n      status\n      service\n      version\n      env\n      region\n      timestamp\n      checks {\n        db {\n          ok\n          latency_ms: latencyMs\n        }\n      }\n      took_ms: tookMs\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Me {\n    me {\n      user {\n        id\n        email\n        name\n      }\n      account {\n        id\n        name\n        tier\n        role\n      }\n      auth {\n        type\n        keyId\n        prefix\n        environment\n        scopes\n      }\n      limits {\n        brands\n        scansPerDay\n        queriesPerDay\n        rewritesPerDay\n        requestsPerMinute\n        requestsPerHour\n        requestsPerDay\n        engineCallsPerDay\n      }\n    }\n  }\n"): (typeof documents)["\n  query Me {\n    me {\n      user {\n        id\n        email\n        name\n      }\n      account {\n        id\n        name\n        tier\n        role\n      }\n      auth {\n        type\n        keyId\n        prefix\n        environment\n        scopes\n      }\n      limits {\n        brands\n        scansPerDay\n        queriesPerDay\n        rewritesPerDay\n        requestsPerMinute\n        requestsPerHour\n        requestsPerDay\n        engineCallsPerDay\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation StartProbe(\n    $brandId: ID!\n    $platforms: [String!]\n    $promptPackId: ID\n    $samplesPerPrompt: Int\n  ) {\n    startProbe(\n      input: {\n        brandId: $brandId\n        platforms: $platforms\n        promptPackId: $promptPackId\n        samplesPerPrompt: $samplesPerPrompt\n      }\n    ) {\n      probeRun {\n        runId: id\n        brandId\n        platforms\n        estimatedCompletionMs\n        sandbox\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation StartProbe(\n    $brandId: ID!\n    $platforms: [String!]\n    $promptPackId: ID\n    $samplesPerPrompt: Int\n  ) {\n    startProbe(\n      input: {\n        brandId: $brandId\n        platforms: $platforms\n        promptPackId: $promptPackId\n        samplesPerPrompt: $samplesPerPrompt\n      }\n    ) {\n      probeRun {\n        runId: id\n        brandId\n        platforms\n        estimatedCompletionMs\n        sandbox\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Probe($id: ID!) {\n    probeRun(id: $id) {\n      runId: id\n      status\n      brandId\n      completedAt\n      results {\n        platform\n        mentioned\n        rank\n        snippet\n        tokensUsed\n      }\n      failures {\n        platform\n        code\n        count\n      }\n      sandbox\n    }\n  }\n"): (typeof documents)["\n  query Probe($id: ID!) {\n    probeRun(id: $id) {\n      runId: id\n      status\n      brandId\n      completedAt\n      results {\n        platform\n        mentioned\n        rank\n        snippet\n        tokensUsed\n      }\n      failures {\n        platform\n        code\n        count\n      }\n      sandbox\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;