export type Noun =
  | 'incident'
  | 'rewrite batch'
  | 'rewrite'
  | 'suggestion'
  | 'brand'
  | 'run'
  | 'prompt'
  | 'prompt pack'
  | 'API key'
  | 'wiki page'
  | 'webhook endpoint'
  | 'webhook delivery';

/** What each id argument of the schema names. A new one has to be entered here. */
export const NAMED: Record<string, Noun> = {
  'brand.id': 'brand',
  'citations.brandId': 'brand',
  'incident.id': 'incident',
  'incidents.brandId': 'brand',
  'incidentChanged.brandId': 'brand',
  'updateIncident.input.id': 'incident',
  'picker.brandId': 'brand',
  'authority.brandId': 'brand',
  'citationGaps.brandId': 'brand',
  'probeRun.id': 'run',
  'probeRuns.brandId': 'brand',
  'promptPack.id': 'prompt pack',
  'run.id': 'run',
  'rewrite.id': 'rewrite',
  'suggestion.id': 'suggestion',
  'suggestions.brandId': 'brand',
  'createSuggestion.input.brandId': 'brand',
  'applySuggestion.input.suggestionId': 'suggestion',
  'applySuggestion.input.promptIds': 'prompt',
  'updateBrand.input.id': 'brand',
  'deleteBrand.input.id': 'brand',
  'dismissCompetitorSuggestion.input.brandId': 'brand',
  'startProbe.input.brandId': 'brand',
  'startProbe.input.promptPackId': 'prompt pack',
  'startProbe.input.promptIds': 'prompt',
  'probeEstimate.input.brandId': 'brand',
  'probeEstimate.input.promptPackId': 'prompt pack',
  'probeEstimate.input.promptIds': 'prompt',
  'cancelProbeRun.input.runId': 'run',
  'retryProbeRun.input.runId': 'run',
  'createPrompt.input.packId': 'prompt pack',
  'updatePrompt.input.id': 'prompt',
  'deletePrompt.input.id': 'prompt',
  'updatePromptPack.input.id': 'prompt pack',
  'revokeApiKey.input.id': 'API key',
  'rotateApiKey.input.id': 'API key',
  'wikiPage.id': 'wiki page',
  'wikiPages.brandId': 'brand',
  'rewriteBatch.id': 'rewrite batch',
  'rewriteBatches.brandId': 'brand',
  'createRewriteBatch.input.brandId': 'brand',
  'addRewriteItems.input.batchId': 'rewrite batch',
  'startRewriteBatch.input.batchId': 'rewrite batch',
  'retryRewriteBatch.input.batchId': 'rewrite batch',
  'rewriteBatchProgress.batchId': 'rewrite batch',
  'lintIssues.brandId': 'brand',
  'createWikiPage.input.brandId': 'brand',
  'updateWikiPage.input.id': 'wiki page',
  'deleteWikiPage.input.id': 'wiki page',
  'updateWebhookEndpoint.input.id': 'webhook endpoint',
  'rotateWebhookSecret.input.id': 'webhook endpoint',
  'deleteWebhookEndpoint.input.id': 'webhook endpoint',
  'sendTestEvent.input.id': 'webhook endpoint',
  'recoverDeliveries.input.endpointId': 'webhook endpoint',
  'webhookDeliveries.endpointId': 'webhook endpoint',
  'webhookDelivered.endpointId': 'webhook endpoint',
  'webhookDelivery.id': 'webhook delivery',
  'replayDelivery.input.id': 'webhook delivery',
  'probeRunProgress.runId': 'run',
  'probeRunCompleted.brandId': 'brand',
};
/** Those that only narrow a list of one's own down: what names nothing finds nothing. */
export const FILTERS = ['Brand.answers.promptId', 'ProbeRun.answers.promptId'];
