import { Migration } from '@mikro-orm/migrations';

/**
 * Earlier releases dropped expired months of texts and created them again for retried runs. The product's login
 * cannot create tables, so every month with answers keeps its partition.
 */
export class Migration0037TextMonths extends Migration {
  override name = '0037-text-months';

  override up(): void {
    this.addSql(`
      select make_answer_partitions(to_date(right(c.relname, 6), 'YYYYMM'))
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'answer'::regclass`);
  }
}
