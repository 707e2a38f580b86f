import { type Rule, toFinding, toKey } from '../facts/rule.js';
import { documentFaults, jsonldFaults } from '../text/jsonld-fault.js';

/** Structured data that a rewrite made has to hold its own shape; what people wrote, only JSON-LD's. */
export const brokenJsonld: Rule = {
  id: 'broken-jsonld',
  severity: 'high',
  wayOut: 'Mend the structured data at the place that is named, or take it out.',
  find: ({ data }) =>
    data.flatMap((place) => {
      const { text, faq } = place;
      const faults = faq === null ? documentFaults(text) : jsonldFaults(text, faq);
      return faults.map((fault) => toFinding(place, toKey(fault), `Broken JSON-LD: ${fault}.`));
    }),
};
