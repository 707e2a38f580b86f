import type { Command } from 'commander';
import { listBrands } from '../../services/brands/brand.js';
import { createBrand } from '../../services/brands/new-brand.js';
import { addNoun, addVerb } from '../options.js';
import { addAction, toTable, toTime } from '../perform.js';
import { addEnvironment, addUser, type OfUser, selectUser } from '../selection.js';

const PAGE = 200;

interface NewBrand extends OfUser {
  name: string;
  category: string;
  website?: string;
}

function addAdd(brand: Command): void {
  const verb = addVerb(
    brand,
    'add',
    "Create a brand. The account's first brand also creates its default prompts.",
    ['brand add --email ada@example.com --name Acme --category CRM --website https://acme.com'],
  );
  addUser(verb, "brand's account")
    .requiredOption('--name <name>', 'name as answers spell it')
    .requiredOption('--category <category>', 'product category, in the words of a buyer')
    .option('--website <url>', "the brand's website; citations of its pages count as owned");
  addAction(addEnvironment(verb), async (deps, options: NewBrand) => {
    const { environment, name, category, website = null } = options;
    const owner = { ...(await selectUser(deps, options)), environment };
    const { id } = await createBrand(deps, owner, { name, category, website }, null);
    return {
      data: { id, name, category, website },
      text: toTable([
        ['brand', id],
        ['name', name],
        ['environment', environment],
      ]),
    };
  });
}

function addList(brand: Command): void {
  const verb = addVerb(brand, 'list', "List an account's brands, newest first.", [
    'brand list --email ada@example.com',
  ]);
  addAction(addEnvironment(addUser(verb, 'account')), async (deps, options: OfUser) => {
    const { accountId } = await selectUser(deps, options);
    const tenant = { accountId, environment: options.environment };
    const { rows } = await listBrands(deps, tenant, { first: PAGE, after: null });
    const lines = rows.map(({ id, name, category, website, createdAt }) => [
      ...[id, name, category, website ?? '-', toTime(createdAt)],
    ]);
    const head = ['ID', 'NAME', 'CATEGORY', 'WEBSITE', 'SINCE'];
    return {
      data: { brands: rows },
      text: rows.length === 0 ? 'No brands.' : toTable([head, ...lines]),
    };
  });
}

export const addBrandCommands = addNoun('brand', 'Create and list brands', [addAdd, addList]);
