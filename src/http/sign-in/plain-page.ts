import type { Response } from 'express';

/** A page that works without scripts and loads nothing. */
export const toPlainPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title} · Answerscope</title>
<h1>${title}</h1>
${content}
</html>
`;

/** `forms` says where the page's forms may lead, as a policy writes it. */
export function sendPlainPage(res: Response, status: number, html: string, forms = "'none'"): void {
  const policy = `default-src 'none'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'; img-src 'none'`;
  res.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
  res.status(status).type('html').send(html);
}
