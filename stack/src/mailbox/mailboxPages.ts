import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { createPages } from '../page/createPages.js'
import { frame, outcome, type Piece } from '../page/frame.js'
import { linksOf, type Mail } from './mail.js'
import type { Mailbox } from './mailbox.js'

const note = 'Mails of this machine: none of them was delivered to anybody.'

/** A mail is shown as its sender wrote it, and gets nothing but its own styles: no script, no picture of another place, no form. */
const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const pageStyle = `
main.wide { inline-size: min(720px, 100%); }
.mails { display: grid; gap: 8px; }
a.row { text-decoration: none; color: inherit; display: grid; grid-template-columns: minmax(0, 1fr) auto; }
a.row time { color: var(--text-2); font-size: 13px; font-weight: 400; }
.letter { inline-size: 100%; block-size: 560px; border: 1px solid var(--bg-3); border-radius: 16px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace; background: var(--bg-2); border-radius: 16px; padding: 12px 16px; }
summary { cursor: pointer; font-size: 13px; color: var(--text-2); }
`

const stylePolicy = `default-src 'none'; style-src 'self' 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** The mailbox's pages, and its mails as JSON for scripts (`/api/mails?to=…`). */
export function createMailboxPages({ mailbox }: { readonly mailbox: Mailbox }): Hono {
  const pages = createPages()
  const to = (query: string | undefined) => query?.trim().toLowerCase() ?? ''
  pages.get('/', (c) => {
    const address = to(c.req.query('to'))
    const mails = mailsTo(mailbox, address)
    return c.html(listPage({ address, mails }), 200, { Refresh: '2', 'Content-Security-Policy': stylePolicy })
  })
  pages.get('/mail/:id', (c) => {
    const mail = mailbox.get(c.req.param('id'))
    if (!mail) return c.html(gonePage(), 404)
    return c.html(mailPage(mail), 200, { 'Content-Security-Policy': stylePolicy })
  })
  pages.get('/mail/:id/html', (c) => {
    const written = mailbox.get(c.req.param('id'))?.html
    if (typeof written !== 'string') return c.text('There is no such mail.', 404)
    return c.html(inNewTabs(written), 200, { 'Content-Security-Policy': mailPolicy })
  })
  pages.get('/api/mails', (c) =>
    c.json(mailsTo(mailbox, to(c.req.query('to'))).map((mail) => ({ ...mail, links: linksOf(mail) }))),
  )
  return pages
}

const mailsTo = (mailbox: Mailbox, address: string): readonly Mail[] =>
  address === '' ? mailbox.mails : mailbox.mails.filter((mail) => mail.to.includes(address))

/** A mail reader opens links beside itself, as this one does. */
const inNewTabs = (written: string): string =>
  written.includes('<head>')
    ? written.replace('<head>', '<head><base target="_blank">')
    : `<base target="_blank">${written}`

function listPage({ address, mails }: { readonly address: string; readonly mails: readonly Mail[] }): Piece {
  return wide({
    title: 'Mailbox',
    subtitle: address === '' ? 'Whatever the local stack sends arrives here.' : `Mails to ${address}`,
    body: html`<nav class="mails" aria-label="Mails">
      ${mails.length === 0 ? outcome({ tone: 'wait', said: 'No mail yet', more: 'This page looks again by itself.' }) : ''}
      ${mails.map(
        ({ id, subject, to, arrivedAt }) =>
          html`<a class="row" href="/mail/${id}"><span>${subject}<small>to ${to.join(', ')}</small></span><time>${clock(arrivedAt)}</time></a>`,
      )}
    </nav>`,
  })
}

const mailPage = ({ id, subject, from, to, text, html: written, arrivedAt }: Mail): Piece =>
  wide({
    title: subject,
    subtitle: `From ${from} to ${to.join(', ')}, ${clock(arrivedAt)}`,
    body: html`${written === null ? '' : html`<iframe class="letter" title="The mail" src="/mail/${id}/html"></iframe>`}
      <details ${written === null ? 'open' : ''}>
        <summary>As text</summary>
        <pre>${text}</pre>
      </details>
      <a class="button" href="/">All mails</a>`,
  })

const gonePage = (): Piece =>
  frame({
    title: 'Mailbox',
    subtitle: 'The local stack',
    note,
    body: outcome({ tone: 'bad', said: 'There is no such mail', more: 'Only the last 200 are kept.' }),
  })

const wide = (page: { readonly title: string; readonly subtitle: string; readonly body: Piece }): Piece =>
  frame({ ...page, note, width: 'wide', style: raw(pageStyle) })

const clock = (at: number): string => new Date(at).toISOString().slice(11, 19)
