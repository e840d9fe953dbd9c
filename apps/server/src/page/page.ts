import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { html, raw } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { style } from './style.js'

/** A piece of a page: what is put into it as text is escaped. */
export type Html = ReturnType<typeof html>

export interface Page {
  title: string
  /** links at the top right, such as "Sign out" */
  navigation?: Html | undefined
  body: Html
  status?: ContentfulStatusCode | undefined
}

/** An open door, as on the demo's pages. */
const mark = html`<svg class="mark" viewBox="0 0 28 28" aria-hidden="true"><path d="M5 25V12a9 9 0 0 1 18 0v13"/><path class="door" d="M10 25V12.5a4 4 0 0 1 8 0V25Z"/></svg>`

/**
 * The headers of the server's own pages: no script, no picture, no font, nothing from elsewhere; their one style sheet is admitted by
 * its hash. What TLS promises is for who terminates it to say.
 */
export const pageHeaders: MiddlewareHandler = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: [`'sha256-${createHash('sha256').update(style).digest('base64')}'`],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  // Without it a browser sends "null" as the origin of a form.
  referrerPolicy: 'same-origin',
  xFrameOptions: 'DENY',
  strictTransportSecurity: false,
})

/**
 * Answers with a page of the server's own; the caller adds {@link pageHeaders}.
 * @example
 * showPage(c, { title: 'The API', body: html`<h1>The API</h1>` })
 */
export function showPage(c: Context, { title, navigation, body, status = 200 }: Page): Response | Promise<Response> {
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Foyer</title>
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><a class="brand" href="/">${mark}<span>Foyer</span></a>${navigation ?? ''}</header>
<main id="main" tabindex="-1">${body}</main>
</body>
</html>`,
    status,
  )
}
