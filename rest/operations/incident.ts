import { graphql } from '../generated/gql.js';

// The maximum per response; `total` counts all of them, as for citations.
export const incidentsOperation = graphql(`
  query Incidents($brandId: ID!, $severity: IncidentSeverity, $status: IncidentStatus) {
    incidents(brandId: $brandId, severity: $severity, status: $status, first: 1000) {
      incidents: nodes {
        ...IncidentFields
      }
      total: totalCount
    }
  }
`);

graphql(`
  fragment IncidentFields on Incident {
    id
    brandId
    severity
    type
    title
    openedAt
    status
    evidenceCount
    resolvedAt
    sandbox
  }
`);
