import { ApiKeyResolver } from './api-key.js';
import { BrandResolver } from './brand.js';
import { CitationResolver } from './citation.js';
import { MeResolver } from './me.js';
import { HealthResolver, PlatformResolver } from './platform.js';
import { ProbeProgressResolver } from './probe-progress.js';
import { ProbeResultResolver, ProbeRunResolver } from './probe-run.js';
import { PromptPackResolver, PromptResolver } from './prompt.js';

export { checkAuthorized } from './authorized.js';

export const resolvers = [
  ApiKeyResolver,
  BrandResolver,
  CitationResolver,
  HealthResolver,
  MeResolver,
  PlatformResolver,
  ProbeProgressResolver,
  ProbeResultResolver,
  ProbeRunResolver,
  PromptPackResolver,
  PromptResolver,
] as const;
