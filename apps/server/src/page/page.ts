import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
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

/** No script, no picture, no font, nothing from elsewhere; the page's one style sheet is admitted by its hash. */
const policy = (styleHash: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * Answers with a page of the server's own.
 * @example
 * showPage(c, { title: 'The API', body: html`<h1>The API</h1>` })
 */
export function showPage(c: Context, { title, navigation, body, status = 200 }: Page): Response | Promise<Response> {
  c.header('Content-Security-Policy', policy(createHash('sha256').update(style).digest('base64')))
  // Without it a browser sends "null" as the origin of a form.
  c.header('Referrer-Policy', 'same-origin')
  c.header('X-Frame-Options', 'DENY')
  c.header('Cross-Origin-Opener-Policy', 'same-origin')
  c.header('Cross-Origin-Resource-Policy', 'same-origin')
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
