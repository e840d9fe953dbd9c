import { Hono } from 'hono'
import { style } from './style.js'

/** Nothing but the page's own style sheet, and forms that go back to it. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** An application whose pages are guarded: strict policy, no cache, and no form that another site has sent. */
export function createPages(): Hono {
  return new Hono()
    .use(async (c, next) => {
      const origin = c.req.header('origin')
      const site = c.req.header('sec-fetch-site')
      const isForeign =
        (site !== undefined && site !== 'same-origin') || (origin !== undefined && !isOwn(origin, c.req.url))
      if (c.req.method !== 'GET' && isForeign) return c.text('Forms are taken from this page only.', 403)
      await next()
      // A page that shows what others wrote has a policy of its own.
      if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', policy)
      c.header('X-Content-Type-Options', 'nosniff')
      // Not `no-referrer`: a browser would then say of the page's own forms that they come from nowhere.
      c.header('Referrer-Policy', 'same-origin')
      c.header('Cache-Control', 'no-store')
      return undefined
    })
    .get('/style.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
}

function isOwn(origin: string, url: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host
}
