import { registrableDomain } from '../../src/domain/text/url.js';
import { drawLinks } from '../../src/engines/sandbox/links.js';
import { type RateOverrides, type TrueRates, trueRates } from '../../src/engines/sandbox/model.js';
import { createRandom, type Random } from '../../src/engines/sandbox/seeded-random.js';
import { ownedSite } from '../../src/engines/sandbox/site.js';
import { brandLabels, findLookAlikes, toLabel } from '../../src/services/sentinel/look-alike.js';

/** Answers drawn per platform to find citations: a brand's sources are few and stay the same. */
const CITING_ANSWERS = 3;

/** Prompts and platforms of a run: each prompt is asked once on each platform. */
export interface Design {
  platforms: readonly string[];
  prompts: number;
}

/** Answers of a run drawn by the sandbox, ordered by platform and then by prompt. */
export interface Drawn {
  mentioned: Uint8Array;
  top3: Uint8Array;
  negative: number;
  mentions: number;
}

/** A sandbox brand whose true rates are those of `trueRates`. */
export interface SandboxBrand {
  random: Random;
  draw(design: Design, day: string, overrides: (platform: string) => RateOverrides): Drawn;
  /** Number of look-alike domains among the citations of some answers on each platform; expected to be 0. */
  countLookAlikes(platforms: readonly string[], day: string): number;
}

export function createSandboxBrand(name: string): SandboxBrand {
  const rivals = ['Globex', 'Initech', 'Umbrella', 'Hooli'];
  const subject = {
    brandId: name,
    name,
    website: `https://www.${toLabel(name)}.example`,
    competitors: rivals.map((rival) => ({ name: rival, aliases: [] })),
  };
  const random = createRandom('known truth', name);
  // Cached, because computing the rates hashes names. They depend only on platform and overrides.
  const known = new Map<string, TrueRates>();
  const ratesOf = (platform: string, day: string, overrides: RateOverrides): TrueRates => {
    const key = `${platform} ${JSON.stringify(overrides)}`;
    const rates = known.get(key) ?? trueRates({ platform, subject, day, overrides });
    known.set(key, rates);
    return rates;
  };

  return {
    random,
    draw({ platforms, prompts }, day, overrides) {
      const size = platforms.length * prompts;
      const drawn = { mentioned: new Uint8Array(size), top3: new Uint8Array(size) };
      let mentions = 0;
      let negative = 0;
      for (const [row, platform] of platforms.entries()) {
        const rates = ratesOf(platform, day, overrides(platform));
        for (let column = 0; column < prompts; column += 1) {
          if (!random.chance(rates.mention)) continue;
          const at = row * prompts + column;
          drawn.mentioned[at] = 1;
          drawn.top3[at] = Number(random.chance(rates.top3 / rates.mention));
          mentions += 1;
          negative += Number(random.chance(rates.negative));
        }
      }
      return { ...drawn, mentions, negative };
    },
    countLookAlikes(platforms, day) {
      const cited = platforms.flatMap((platform) =>
        Array.from({ length: CITING_ANSWERS }, () => {
          const rates = ratesOf(platform, day, {});
          return drawLinks({ random, subject, rates, rivals }).links;
        }).flat(),
      );
      const links = [...new Set(cited.map(({ url }) => url))].map((url) => ({
        url,
        domain: registrableDomain(url) ?? '',
      }));
      const own = registrableDomain(ownedSite(subject) ?? '') ?? '';
      return findLookAlikes(links, brandLabels(subject), {
        owned: new Set([own]),
        rivals: new Set(rivals.map(toLabel)),
      }).length;
    },
  };
}
