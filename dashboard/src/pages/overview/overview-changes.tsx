import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { EvidenceOf } from '../../app/evidence.js';
import type { BrandChangeKind, OverviewQuery } from '../../generated/graphql.js';
import { Drawer } from '../../ui/dialog/dialog.js';
import { asDay, asMoment, asPoints, asWholeRate } from '../../ui/format.js';
import { Icon, type IconName } from '../../ui/icon.js';
import { Pill } from '../../ui/pill.js';
import { platformName } from '../../ui/platform.js';
import { Skeleton } from '../../ui/states.js';

type Brand = NonNullable<OverviewQuery['brand']>;
type Change = Brand['changes'][number];

const MOST_DAYS = 90;

const fromTo = ({ before, after }: Change): string =>
  `from ${asWholeRate(before)} to ${asWholeRate(after)}`;
const difference = ({ before, after }: Change): string | null =>
  before === null || after === null ? null : asPoints(after - before);
const isRise = ({ before, after }: Change): boolean => (after ?? 0) > (before ?? 0);

interface Telling {
  title: string;
  about: string | null;
  icon: IconName;
  tone: string;
}

/** Texts, icon and colour of each kind of change. */
const TELL: Record<BrandChangeKind, (change: Change) => Telling> = {
  INCIDENT_OPENED: ({ subject }) => ({
    title: subject,
    about: 'Incident opened',
    icon: 'warn',
    tone: 'text-bad',
  }),
  INCIDENT_RESOLVED: ({ subject }) => ({
    title: subject,
    about: 'Incident resolved',
    icon: 'check',
    tone: 'text-good',
  }),
  CITATION_GAINED: (change) => ({
    title: `${change.subject} is now cited`,
    about: `Cited in ${asWholeRate(change.after)} of runs since then, in none before`,
    icon: 'plus',
    tone: change.owned ? 'text-good' : 'text-ink-soft',
  }),
  CITATION_DROPPED: (change) => ({
    title: `${change.subject} is no longer cited`,
    about: `Cited in ${asWholeRate(change.before)} of runs before, in none since then`,
    icon: 'close',
    tone: change.owned ? 'text-bad' : 'text-ink-soft',
  }),
  SUGGESTION_APPLIED: ({ subject }) => ({
    title: subject,
    about: 'Suggestion applied. Its lift is measured after 16 days.',
    icon: 'check',
    tone: 'text-accent',
  }),
  PROMPTS_CHANGED: ({ subject }) => ({
    title: `“${subject}” asked for the first time`,
    about: 'The prompts changed: figures before and after are not directly comparable',
    icon: 'check',
    tone: 'text-accent',
  }),
  SUGGESTION_MEASURED: (change) => ({
    title: change.subject,
    about:
      change.before === null || change.after === null
        ? 'Lift measured: too few answers to tell'
        : `Lift measured: visibility ${fromTo(change)}`,
    icon: isRise(change) ? 'up' : 'down',
    tone: isRise(change) ? 'text-good' : 'text-bad',
  }),
  VISIBILITY_SHIFTED: (change) => ({
    title: `${platformName(change.subject)} names the brand ${isRise(change) ? 'more' : 'less'} often`,
    about: `Visibility changed ${fromTo(change)} on that day`,
    icon: isRise(change) ? 'up' : 'down',
    tone: isRise(change) ? 'text-good' : 'text-bad',
  }),
};

const dayOf = (time: string): string => time.slice(0, 10);

/** Filter for the answers behind a change; null for kinds that open a detail drawer instead. */
function evidenceOf({ kind, subject, at }: Change, days: number): EvidenceOf | null {
  if (kind === 'VISIBILITY_SHIFTED')
    return {
      title: `${platformName(subject)} on ${asDay(dayOf(at))}`,
      platform: subject,
      date: dayOf(at),
    };
  if (kind === 'CITATION_GAINED' || kind === 'CITATION_DROPPED')
    return {
      title: `Answers that cite ${subject}`,
      citedDomain: subject,
      // Dropped citations are in the period before the change.
      days: Math.min(MOST_DAYS, 2 * days),
    };
  return null;
}

type Detail = ComponentType<{ id: string }>;
const IncidentDetail = lazy(() =>
  import('./incident-detail.js').then((file) => ({ default: file.IncidentDetail as Detail })),
);
const SuggestionDetail = lazy(() =>
  import('./suggestion-detail.js').then((file) => ({ default: file.SuggestionDetail as Detail })),
);

export function Changes({
  brand,
  days,
  onEvidence,
}: {
  brand: Brand;
  days: number;
  onEvidence: (of: EvidenceOf) => void;
}) {
  const [shown, setShown] = useState<Change | null>(null);
  const open = (change: Change) => {
    const evidence = evidenceOf(change, days);
    if (evidence === null) setShown(change);
    else onEvidence(evidence);
  };
  const Shown = shown?.kind.startsWith('INCIDENT') ? IncidentDetail : SuggestionDetail;
  return (
    <section className="card px-4 py-3.5" aria-labelledby="latest">
      <h2 id="latest" className="font-semibold">
        Latest changes
      </h2>
      <p className="text-xs text-ink-faint">
        Incidents, citations, suggestions and shifts, newest first. Select one to see the details.
      </p>
      {brand.changes.length === 0 ? (
        <p className="mt-3 text-sm text-ink-soft">No changes in the last {days} days.</p>
      ) : (
        <ul className="mt-2 -mx-2 grid">
          {brand.changes.map((change) => {
            const { title, about, icon, tone } = TELL[change.kind](change);
            const moved = change.kind === 'VISIBILITY_SHIFTED' ? difference(change) : null;
            return (
              <li key={`${change.kind} ${change.subjectId ?? change.subject} ${change.at}`}>
                <button
                  type="button"
                  onClick={() => open(change)}
                  className="flex w-full items-start gap-3 rounded-md px-2 py-2 text-start text-sm hover:bg-sunken"
                >
                  <span className={`mt-0.5 ${tone}`}>
                    <Icon name={icon} />
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className="line-clamp-2">{title}</span>
                    <span className="block text-xs text-ink-faint">{about}</span>
                  </span>
                  <span className="flex shrink-0 flex-col items-end gap-0.5 text-xs text-ink-faint">
                    <time dateTime={change.at} title={asMoment(change.at)}>
                      {asDay(dayOf(change.at))}
                    </time>
                    {change.kind === 'INCIDENT_OPENED' && change.severity && (
                      <Pill tone={/CRITICAL|HIGH/.test(change.severity) ? 'bad' : 'warn'}>
                        {change.severity.toLowerCase()}
                      </Pill>
                    )}
                    {moved && <span className={`font-medium ${tone}`}>{moved}</span>}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <Drawer
        open={shown !== null}
        onClose={() => setShown(null)}
        title={shown?.subject ?? ''}
        about={shown ? TELL[shown.kind](shown).about : undefined}
      >
        <Suspense fallback={<Skeleton className="h-64" />}>
          {shown?.subjectId && <Shown id={shown.subjectId} />}
        </Suspense>
      </Drawer>
    </section>
  );
}
