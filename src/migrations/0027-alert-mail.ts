import { Migration } from '@mikro-orm/migrations';

/** Time of the last mail to the owners about an endpoint: they get at most one a day about its failures. */
export class Migration0027AlertMail extends Migration {
  override name = '0027-alert-mail';

  override up(): void {
    this.addSql(`
      alter table auth.webhook_lane add column mailed_at timestamptz(3);
      create index webhook_delivery_alerted on webhook_delivery (account_id, environment, endpoint_id, alerted_at)
        where status <> 'delivered' and alerted_at is not null`);
  }
}
