import express from 'express';
import { type Account, hardenAnswers, identify, logRequests, read } from './fixture.js';

/** An endpoint that lists brands, written by hand: one route, one SQL statement, one JSON response. */

interface Brand {
  id: string;
  name: string;
  category: string;
  website: string | null;
  createdAt: Date;
}

const LIST = `select id, name, category, website, created_at as "createdAt" from brand
  where account_id = $1 and environment = $2 and deleted_at is null order by id desc limit 100`;

const listBrands = ({ accountId, environment }: Account): Promise<Brand[]> =>
  read({ accountId, environment }, 'brands', LIST, [accountId, environment]);

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(logRequests, hardenAnswers);
app.get('/livez', (_req, res) => {
  res.json({ status: 'ok' });
});
app.get('/api/v1/brands', async (req, res) => {
  const account = await identify(req);
  if (account === undefined) {
    res.status(401).json({ error: { code: 'UNAUTHENTICATED', message: 'send an API key' } });
    return;
  }
  res.locals.account = account;
  res.set('Cache-Control', 'no-store');
  res.json({ brands: await listBrands(account), persisted: true, authed: true });
});
const server = app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
