import { Migration } from '@mikro-orm/migrations';

/** Renames the source of rewrites that no engine wrote to sandbox, like that of sandbox answers. */
export class Migration0041SandboxWriter extends Migration {
  override name = '0041-sandbox-writer';

  override up(): void {
    // The policies also apply to the tables' owner, so they are disabled within this transaction.
    this.addSql(`
      alter table rewrite disable row level security;
      alter table suggestion disable row level security;
      update rewrite set source = 'sandbox', model = 'sandbox' where source = 'extractive';
      update suggestion set source = 'sandbox' where source = 'extractive';
      alter table rewrite enable row level security;
      alter table suggestion enable row level security;`);
  }
}
