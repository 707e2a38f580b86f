import { Migration } from '@mikro-orm/migrations';

/**
 * Months of texts whose time was over used to be dropped, and made again where a run of such a month
 * was retried. The login of the product makes no tables, so every month of answers keeps its place.
 */
export class Migration0037TextMonths extends Migration {
  override name = '0037-text-months';

  override up(): void {
    this.addSql(`
      select make_answer_partitions(to_date(right(c.relname, 6), 'YYYYMM'))
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'answer'::regclass`);
  }
}
