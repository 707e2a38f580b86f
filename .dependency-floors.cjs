/**
 * Capability folders of the two large layers, lowest floor first. A folder imports folders of lower
 * floors only, none of its own floor.
 */
const floors = {
  'src/domain': [
    ['accounts', 'lists', 'statistics', 'text', 'time', 'webhooks'],
    ['incidents', 'limits', 'names', 'picker', 'prompts'],
    ['facts', 'sentinel'],
    ['analysis', 'answers', 'rewrites'],
    ['lint', 'measures', 'suggestions'],
    ['authority'],
  ],
  'src/services': [
    ['input', 'limits'],
    ['accounts', 'answers', 'webhooks'],
    ['incidents', 'prompts'],
    ['brands'],
    ['measures', 'picker', 'runs', 'site', 'wiki'],
    ['authority', 'checks', 'rewrites', 'schedules', 'sentinel'],
    ['analysis', 'operations', 'suggestions'],
    ['demo'],
  ],
};

const rules = Object.entries(floors).flatMap(([layer, levels]) => [
  {
    name: `${layer.replace('/', '-')}-floors-named`,
    severity: 'error',
    comment: 'Every file must be in a capability folder that has a floor.',
    from: { path: `^${layer}/`, pathNot: `^${layer}/(${levels.flat().join('|')})/` },
    to: {},
  },
  ...levels.flatMap((folders, level) =>
    folders.map((folder) => ({
      name: `${layer.replace('/', '-')}-${folder}-floor`,
      severity: 'error',
      comment: 'A folder imports folders of lower floors only.',
      from: { path: `^${layer}/${folder}/` },
      to: {
        path: `^${layer}/`,
        pathNot: `^${layer}/(${[folder, ...levels.slice(0, level).flat()].join('|')})/`,
      },
    })),
  ),
]);

module.exports = rules;
