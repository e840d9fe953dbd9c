import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** A piece of a page: whatever is put into it is escaped. */
export type Piece = HtmlEscapedString | Promise<HtmlEscapedString>

export interface FrameParameters {
  title: string
  subtitle: string
  /** the last line */
  note: string
  body: Piece
  /** `wide` for what is read, rather than filled in */
  width?: 'narrow' | 'wide'
  /** rules beside those of all pages, which the page's policy names by their hash */
  style?: Piece
}

/** A whole page. It has no script: forms and links are all it needs. */
export function frame({ title, subtitle, note, body, width = 'narrow', style }: FrameParameters): Piece {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="/style.css" />
        ${style === undefined ? '' : html`<style>${style}</style>`}
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main class="${width}">
          <header>
            <h1>${title}</h1>
            <p class="dim">${subtitle}</p>
          </header>
          ${body}
          <footer>${note}</footer>
        </main>
      </body>
    </html>`
}

const drawings = {
  ok: html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="m4.5 10.5 3.5 3.5 7.5-8" /></svg>`,
  bad: html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="m5.5 5.5 9 9m0-9-9 9" /></svg>`,
  wait: html`<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7" /><path d="M10 6v4l2.5 2" /></svg>`,
} as const

export interface OutcomeParameters {
  tone: keyof typeof drawings
  said: string
  more: string
}

/** How something ended, or that it goes on. */
export function outcome({ tone, said, more }: OutcomeParameters): Piece {
  return html`<div class="mark" data-tone="${tone}">${drawings[tone]}</div>
    <div class="said" role="status"><strong>${said}</strong><span class="dim">${more}</span></div>`
}

/** Long addresses and hashes, shortened; the whole is at hand. */
export function short(text: string): Piece {
  return html`<span title="${text}">${text.slice(0, 4)}…${text.slice(-6)}</span>`
}

/** A decimal number with its thousands apart. */
export function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.')
  return BigInt(whole).toLocaleString('en') + (fraction === undefined ? '' : `.${fraction}`)
}
