/** Invalid roles that could be mistaken for valid ones. */
export const NO_ROLES: [string, unknown][] = [
  ['a list with a blank', 'admin, owner'],
  ['a list', 'admin,owner'],
  ['a blank before it', ' owner'],
  ['a blank behind it', 'owner '],
  ['a line break behind it', 'owner\n'],
  ['an array', ['admin', 'owner']],
  ['an array of one', ['owner']],
  ['an array with a list', ['viewer, owner']],
  ['capitals', 'Owner'],
  ['nothing', ''],
  ['a comma', ','],
  ['another word', 'superuser'],
  ['a property of every object', 'constructor'],
  ['null', null],
  ['an object', { role: 'owner' }],
];
